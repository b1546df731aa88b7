import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// The compilers of the generated code. Those of Rust and C# are there where the machine has them (`.ci/run` installs them
// from Debian); tests of them are skipped otherwise, with a note.

const standIns = path.join(import.meta.dirname, 'stand-ins');
const tsc = path.resolve(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');
const runtime = path.resolve(import.meta.dirname, '../../../runtime/src/index.ts');

/** Whether a program can be started; prints a note where not. */
export function isInstalled(program: string): boolean {
  const isThere = spawnSync(program, ['--version']).status === 0;
  if (!isThere) console.log(`There is no ${program}: the tests that need it are skipped.`);
  return isThere;
}

/** A folder for the files of one test file. */
export class Workspace {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'codegen-'));
  #standInsOfRust: string | undefined;
  #files = 0;

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  /** What tsc reports on the files, in its strictest mode; empty where they are well-typed. */
  typescript(files: Readonly<Record<string, string>>): string {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    const config = this.write(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          module: 'nodenext',
          lib: ['es2022', 'dom'],
          types: [],
          noEmit: true,
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          noUnusedLocals: true,
          allowImportingTsExtensions: true,
          skipLibCheck: true,
          paths: { '@agent-safety/runtime': [runtime] },
        },
        files: Object.keys(files),
      }),
    );
    return run(process.execPath, ['--max-old-space-size=4096', tsc, '-p', config], this.folder);
  }

  /** What rustc reports on a file, of the oldest edition that the generated code is for. */
  rust(text: string): string {
    const libraries = (this.#standInsOfRust ??= this.#compileStandIns());
    const file = this.write(`generated_${String(++this.#files)}.rs`, text);
    const externs = ['serde', 'serde_json', 'thiserror', 'tokio'].flatMap((name) => [
      '--extern',
      `${name}=${path.join(libraries, `lib${name}.rlib`)}`,
    ]);
    const args = [
      ...['--edition', '2018', '--crate-type', 'lib', '--emit', 'metadata', '-D', 'warnings'],
      '-L',
      libraries,
      ...externs,
    ];
    return run('rustc', [...args, file], this.folder);
  }

  /** What rustfmt would change in a file. */
  rustfmt(text: string): string {
    const file = this.write(`formatted_${String(++this.#files)}.rs`, text);
    return run('rustfmt', ['--check', '--edition', '2018', file], this.folder);
  }

  /** What mcs reports on a file, warnings too. */
  csharp(text: string): string {
    const file = this.write(`Generated${String(++this.#files)}.cs`, text);
    const out = path.join(this.folder, 'generated.dll');
    return run(
      'mcs',
      ['-target:library', '-warnaserror', `-out:${out}`, path.join(standIns, 'Json.cs'), file],
      this.folder,
    );
  }

  #compileStandIns(): string {
    const compile = (name: string, type: string, externs: readonly string[] = []): void => {
      const file = path.join(standIns, `${name}.rs`);
      const args = [
        '--edition',
        '2021',
        '--crate-type',
        type,
        '--crate-name',
        name,
        '--out-dir',
        this.folder,
        '-L',
        this.folder,
      ];
      const output = run('rustc', [...args, ...externs.flatMap((each) => ['--extern', each]), file], this.folder);
      if (output !== '') throw new Error(output);
    };
    compile('serde_derive', 'proc-macro', ['proc_macro']);
    compile('thiserror_derive', 'proc-macro', ['proc_macro']);
    compile('serde', 'rlib', [`serde_derive=${path.join(this.folder, 'libserde_derive.so')}`]);
    compile('thiserror', 'rlib', [`thiserror_derive=${path.join(this.folder, 'libthiserror_derive.so')}`]);
    compile('serde_json', 'rlib');
    compile('tokio', 'rlib');
    return this.folder;
  }
}

/** What a program prints, where it fails; empty otherwise. */
function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? '' : `${error?.message ?? ''}${stdout}${stderr}` || `${program} failed.`;
}
