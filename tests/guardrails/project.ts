import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import type tsModule from 'typescript';
import plugin from '../../src/index.ts';
import ts from 'typescript';
import { type CaseFiles, type CaseProgram, programOf, sdkFolder } from '../scenarios/programs.ts';

/** What one of the guardrail rules reports. */
export interface Finding {
  readonly file: string;
  readonly rule: string;
  readonly line: number;
  readonly message: string;
}

const scopeRule = 'agent-safety/no-scope-widening';

const guardrailRules = [
  'agent-safety/require-guardrail',
  'agent-safety/no-ineffective-guardrail',
  'agent-safety/no-unguarded-sensitive-tool',
  scopeRule,
];

/** Whether a finding is about a guard. What a step widens is another question about the same tool. */
function isAboutGuard({ ruleId, messageId }: Linter.LintMessage): boolean {
  return ruleId !== scopeRule || messageId === 'switchedOff';
}

const scenario = `${sdkFolder}/scenario`;

/**
 * Programs that know nothing of each other, in one program of the compiler beside the installed SDKs: its checker is most
 * of what each of them costs. The files of each lie in a folder of its own.
 */
export class Project {
  readonly #names: readonly string[];
  readonly #files: CaseFiles;
  #built: CaseProgram | undefined;

  constructor(programs: ReadonlyMap<string, CaseFiles>) {
    this.#names = [...programs.keys()];
    const files: Record<string, string> = {};
    for (const [index, own] of [...programs.values()].entries())
      for (const [file, text] of Object.entries(own)) files[`case${String(index)}/${file}`] = text;
    this.#files = files;
  }

  /** The compiler's complaints, of all programs: one that does not compile proves nothing. */
  complaints(): string[] {
    const { program, sources } = this.#compiled();
    return sources.flatMap((file) =>
      [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((found) => {
        const line = file.getLineAndCharacterOfPosition(found.start ?? 0).line + 1;
        const text = ts.flattenDiagnosticMessageText(found.messageText, ' ');
        return `${this.#nameOf(file)}, line ${String(line)}: ${text}`;
      }),
    );
  }

  /** The `main.ts` of a program, and what answers questions about it. */
  sourceOf(name: string): { readonly file: tsModule.SourceFile; readonly checker: tsModule.TypeChecker } {
    const { program } = this.#compiled();
    const file = program.getSourceFile(`${scenario}/${this.#folderOf(name)}main.ts`);
    if (!file) throw new Error(`There is no ${name}.`);
    return { file, checker: program.getTypeChecker() };
  }

  /** What the guardrail rules of the strict preset find in the files of a program. */
  findingsIn(name: string): Finding[] {
    const folder = this.#folderOf(name);
    const files = Object.keys(this.#files).filter(
      (path) => path.startsWith(folder) && !path.includes('/node_modules/'),
    );
    return files.flatMap((path) =>
      this.#lint(path).map((finding) => ({ ...finding, file: path.slice(folder.length) })),
    );
  }

  #lint(path: string): Omit<Finding, 'file'>[] {
    const linter = new Linter({ cwd: sdkFolder });
    const messages = linter.verify(
      this.#files[path] ?? '',
      {
        files: ['**/*.ts'],
        plugins: { 'agent-safety': plugin },
        languageOptions: {
          parser,
          parserOptions: { programs: [this.#compiled().program], tsconfigRootDir: sdkFolder },
        },
        rules: strictRules(),
      },
      { filename: `${scenario}/${path}` },
    );
    return messages
      .filter(isAboutGuard)
      .map(({ ruleId, line, message }) => ({ rule: ruleId ?? 'syntax', line, message }));
  }

  #compiled(): CaseProgram {
    this.#built ??= programOf(this.#files);
    return this.#built;
  }

  #folderOf(name: string): string {
    return `case${String(this.#names.indexOf(name))}/`;
  }

  #nameOf(file: tsModule.SourceFile): string {
    const [folder = '', ...path] = file.fileName.slice(scenario.length + 1).split('/');
    return `${this.#names[Number(folder.slice('case'.length))] ?? folder} (${path.join('/')})`;
  }
}

function strictRules(): Linter.RulesRecord {
  const chosen: Linter.RulesRecord = {};
  for (const name of guardrailRules) {
    const entry = plugin.configs.strict.rules?.[name];
    if (entry === undefined) throw new Error(`The strict preset has no ${name}.`);
    chosen[name] = entry;
  }
  return chosen;
}
