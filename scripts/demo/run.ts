import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { AgentSafetyPlugin } from '../../src/index.ts';
import { identityOf, labels, readFindingsPage } from './findings-page.ts';
import { codeFrame, paint } from './frame.ts';
import { lint } from './lint.ts';
import type { Finding, LintResult, Source } from './lint.ts';
import { textOfNamedFile } from './named-file.ts';
import { installPackages, realPackages, sourceOf } from './packages.ts';
import { durationText, showProgress } from './progress.ts';

const root = path.resolve(import.meta.dirname, '../..');
const findingsPage = path.join(root, 'docs/findings.md');

/** What the examples took by the summary that the demo prints, in seconds of the processor. */
const exampleSeconds = 18;

/** `0` as expected, `1` other findings than expected, `2` something could not be analysed. The graver one wins. */
type ExitCode = 0 | 1 | 2;

/** Runs the demo, or the halves of it that are named, and answers with its exit code. */
export async function runDemo(plugin: AgentSafetyPlugin, parts: readonly string[]): Promise<ExitCode> {
  const has = (part: string): boolean => parts.length === 0 || parts.includes(part);
  const codes: ExitCode[] = [];
  if (has('examples')) codes.push(await showExamples(plugin));
  if (has('packages')) codes.push(await showPackages(plugin));
  return codes.includes(2) ? 2 : codes.includes(1) ? 1 : 0;
}

async function showExamples(plugin: AgentSafetyPlugin): Promise<ExitCode> {
  title('examples/: a support desk, with the strict preset');
  const source = exampleSource();
  const result = await lintShown(plugin, source, exampleSeconds);

  const inSafe = result.findings.filter(({ file }) => file.startsWith('safe/'));
  console.log(`${summaryOf(result)}; ${String(inSafe.length)} findings in the safe twins`);
  return result.failures.length > 0 ? 2 : inSafe.length > 0 ? 1 : 0;
}

/** The example application, with the compiler options that it is type-checked with. */
export function exampleSource(): Source {
  const folder = path.join(root, 'examples');
  const config = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder);
  return { folder, files: fileNames.map((file) => path.normalize(file)).sort(), options };
}

async function showPackages(plugin: AgentSafetyPlugin): Promise<ExitCode> {
  const workspace = path.join(root, '.tmp/demo');
  const names = realPackages.map(({ installedAs }) => installedAs);
  title(`${String(names.length)} published packages, with both presets`);
  const seconds = realPackages.reduce((sum, realPackage) => sum + realPackage.seconds, 0);
  console.log(`Linting all of them takes ${durationText(seconds)}.`);
  installPackages(path.join(root, 'scripts/demo/real-code'), workspace, names);

  const found: string[] = [];
  const total = { files: 0, lines: 0, seconds: 0, processorSeconds: 0, failures: 0 };
  for (const [i, realPackage] of realPackages.entries()) {
    const source = sourceOf(realPackage, workspace);
    title(`${source.name}, as published (${String(i + 1)} of ${String(names.length)})`);
    const result = await lintShown(plugin, source, realPackage.seconds);
    console.log(summaryOf(result));

    found.push(...result.findings.map((finding) => identityOf({ ...finding, package: source.name })));
    total.files += result.files;
    total.lines += result.lines;
    total.seconds += result.seconds;
    total.processorSeconds += result.processorSeconds;
    total.failures += result.failures.length;
  }

  title('Published packages, in all');
  const isAsListed = compare(found);
  console.log(`${readText(total)}, ${count(total.failures, 'failure')}`);
  return total.failures > 0 ? 2 : isAsListed ? 0 : 1;
}

/** Says how the findings are labelled, or how they differ from the list. */
function compare(found: readonly string[]): boolean {
  const listed = readFindingsPage(findingsPage);
  const expected = new Set(listed.map(identityOf));
  const actual = new Set(found);
  const missing = [...expected].filter((finding) => !actual.has(finding));
  const added = [...actual].filter((finding) => !expected.has(finding));

  for (const finding of missing) console.log(paint('red', `- ${finding}`));
  for (const finding of added) console.log(paint('green', `+ ${finding}`));
  if (missing.length > 0 || added.length > 0) {
    console.log('These findings are not those of docs/findings.md: read the code, and label them there.');
    return false;
  }
  const byLabel = labels.map(
    (label) => `${String(listed.filter((finding) => finding.label === label).length)} ${label}`,
  );
  console.log(`${count(listed.length, 'finding')}, as labelled in docs/findings.md: ${byLabel.join(', ')}`);
  return true;
}

/** Lints, says before how long that takes, and shows what is found. */
async function lintShown(plugin: AgentSafetyPlugin, source: Source, seconds: number): Promise<LintResult> {
  const all = source.files.length;
  console.log(`Linting ${count(all, 'file')}, which takes ${durationText(seconds)} …\n`);
  const result = await lint(plugin, source, (done) => {
    showProgress(done, all);
  });
  show(result, source);
  return result;
}

function show({ findings, failures }: LintResult, source: Source): void {
  for (const finding of findings) showFinding(finding, source);
  for (const { file, message } of failures) console.log(paint('red', `${file} could not be analysed: ${message}\n`));
}

function showFinding(finding: Finding, source: Source): void {
  const { file, line, column, rule, preset, message } = finding;
  const mark = preset === 'strict' ? paint('yellow', ' (strict only)') : '';
  console.log(`${paint('bold', `${file}:${String(line)}:${String(column)}`)}  ${rule}${mark}\n   ${message}\n`);
  const text = readFileSync(path.join(source.folder, file), 'utf8');
  console.log(`${codeFrame(finding, text, (name) => textOfNamedFile(name, file, source))}\n`);
}

function summaryOf(result: LintResult): string {
  const { findings, failures } = result;
  const onlyStrict = findings.filter(({ preset }) => preset === 'strict').length;
  const all = `${count(findings.length, 'finding')} (${String(onlyStrict)} of them only in strict)`;
  return `${readText(result)}: ${all}, ${count(failures.length, 'failure')}`;
}

function readText(read: Pick<LintResult, 'files' | 'lines' | 'seconds' | 'processorSeconds'>): string {
  const time = `${read.seconds.toFixed(1)} s (${read.processorSeconds.toFixed(1)} s of the processor)`;
  return `${count(read.files, 'file')} (${String(read.lines)} lines) in ${time}`;
}

function title(text: string): void {
  console.log(`\n${paint('bold', text)}\n${'─'.repeat(text.length)}\n`);
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
