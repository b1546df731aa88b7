/**
 * Analyses programs with one of the compilers, and prints what all rules find, a line of JSON for each file: for
 * `scripts/compilers.ts`, in a process of its own, since a process has one compiler.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as api from '../../src/api.ts';
import type * as internal from '../../src/internal/analysis.ts';
import type { ProjectFiles, ts } from '../../src/type-utils/index.ts';
import type { WrittenBatch } from './batches.ts';

const [dist = '', compiler = '', input = ''] = process.argv.slice(2);
const importOf = async <T>(file: string): Promise<T> => (await import(pathToFileURL(join(dist, file)).href)) as T;

const { useCompilerOf } = await importOf<{ useCompilerOf: (place: string) => void }>('internal/start.js');
useCompilerOf(compiler);
const { Analysis, openProject } = await importOf<typeof api>('api.js');
const { checked, filesOnDisk } = await importOf<typeof internal>('internal/analysis.js');

for (const line of readFileSync(input, 'utf8').split('\n')) {
  if (line === '') continue;
  const batch = JSON.parse(line) as WrittenBatch;
  try {
    for (const result of resultsOf(batch)) console.log(JSON.stringify(result));
  } catch (error) {
    for (const { id } of batch.linted) console.log(JSON.stringify({ id, error: String(error) }));
  }
}

function resultsOf({ config, texts, linted, settings }: WrittenBatch): readonly object[] {
  const project = openProject(config, overlaid(new Map(texts)));
  try {
    const analysis = new Analysis(project.program, { settings, cwd: dirname(config) });
    return linted.map(({ id, file }) => {
      const source = project.program.getSourceFile(file);
      if (!source) return { id, error: 'not in the program' };
      try {
        return { id, findings: checked([source], analysis, 'strict').map(({ finding }) => resultOf(finding, source)) };
      } catch (error) {
        return { id, error: String(error) };
      }
    });
  } finally {
    project.close();
  }
}

function resultOf({ rule, messageId, message, node, suggestions = [] }: api.Finding, source: ts.SourceFile): object {
  return {
    rule,
    messageId,
    message,
    place: [node.getStart(source), node.end],
    suggestions: suggestions.map((each) => [each.messageId, each.data, each.edits]),
  };
}

/** The disk, with some texts in the place of files. */
function overlaid(texts: ReadonlyMap<string, string>): ProjectFiles {
  if (texts.size === 0) return filesOnDisk;
  const folders = new Map<string, { files: Set<string>; directories: Set<string> }>();
  const folderOf = (path: string) => {
    const known = folders.get(path);
    if (known) return known;
    const made = { files: new Set<string>(), directories: new Set<string>() };
    folders.set(path, made);
    const parent = dirname(path);
    if (parent !== path) folderOf(parent).directories.add(path.slice(parent.length + (parent.endsWith('/') ? 0 : 1)));
    return made;
  };
  for (const path of texts.keys()) folderOf(dirname(path)).files.add(path.slice(dirname(path).length + 1));
  return {
    readFile: (path) => texts.get(path) ?? filesOnDisk.readFile(path),
    fileExists: (path) => texts.has(path) || filesOnDisk.fileExists(path),
    directoryExists: (path) => folders.has(path) || filesOnDisk.directoryExists(path),
    entriesOf: (path) => {
      const onDisk = filesOnDisk.entriesOf(path);
      const own = folders.get(path);
      if (!own) return onDisk;
      return {
        files: [...new Set([...onDisk.files, ...own.files])],
        directories: [...new Set([...onDisk.directories, ...own.directories])],
      };
    },
  };
}
