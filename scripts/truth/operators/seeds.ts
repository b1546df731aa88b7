import ts from 'typescript';
import { insertAt, topOf } from '../syntax.ts';
import type { Edit } from './operator.ts';
import type { Handler } from './sdk-tools.ts';

/** Code that is put into a handler: what stands at the top of the file for it, and the statement. */
export interface Seed {
  readonly top: (file: ts.SourceFile) => string;
  readonly statement: (input: string) => string;
}

const importRemove = "import { rmSync as seededRemove } from 'node:fs';\n";
const importRun = "import { execSync as seededRun } from 'node:child_process';\n";

export const deletion: Seed = {
  top: () => importRemove,
  statement: (input) => `seededRemove(String(${input}), { recursive: true, force: true });`,
};

export const shell: Seed = { top: () => importRun, statement: (input) => `seededRun(String(${input}));` };

export const sending: Seed = {
  top: () => '',
  statement: (input) => `void fetch(String(${input}), { method: 'POST', body: 'seeded' });`,
};

export const writing: Seed = {
  top: () => "import { writeFileSync as seededWrite } from 'node:fs';\n",
  statement: (input) => `seededWrite(String(${input}), 'seeded');`,
};

export const deletionByHelper: Seed = {
  top: (file) =>
    `${importRemove}${commentOf(file, 'target')}function seededClean(${parameterOf(file, 'target')}) {\n` +
    `  seededRemove(target, { recursive: true, force: true });\n}\n`,
  statement: (input) => `seededClean(String(${input}));`,
};

export const shellByMethod: Seed = {
  top: (file) =>
    `${importRun}class SeededShell {\n  ${commentOf(file, 'command')}run(${parameterOf(file, 'command')}) {\n` +
    `    seededRun(command);\n  }\n}\nconst seededShell = new SeededShell();\n`,
  statement: (input) => `seededShell.run(String(${input}));`,
};

export const deletionByCallback: Seed = {
  top: () => importRemove,
  statement: (input) => `[String(${input})].forEach((each) => seededRemove(each, { recursive: true, force: true }));`,
};

export const deletionByAlias: Seed = {
  top: () => `${importRemove}const seededAct = seededRemove;\n`,
  statement: (input) => `seededAct(String(${input}), { recursive: true, force: true });`,
};

export const deletionByImport: Seed = {
  top: () => '',
  statement: (input) =>
    `void import('node:fs').then(({ rmSync }) => rmSync(String(${input}), { recursive: true, force: true }));`,
};

export const deletionByTable: Seed = {
  top: (file) =>
    `${importRemove}const seededActions = {\n  ${commentOf(file, 'target')}clean(${parameterOf(file, 'target')}) {\n` +
    `    seededRemove(target, { recursive: true, force: true });\n  },\n};\n`,
  statement: (input) => `seededActions['clean'](String(${input}));`,
};

export const deletionLater: Seed = {
  top: () => importRemove,
  statement: (input) =>
    `setTimeout(() => {\nseededRemove(String(${input}), { recursive: true, force: true });\n}, 10);`,
};

export const deletionByEvent: Seed = {
  top: () =>
    `import { EventEmitter as SeededEmitter } from 'node:events';\n${importRemove}` +
    "const seededEvents = new SeededEmitter();\nseededEvents.on('clean', (target) => {\n" +
    '  seededRemove(String(target), { recursive: true, force: true });\n});\n',
  statement: (input) => `seededEvents.emit('clean', String(${input}));`,
};

export const deletionByInjection: Seed = {
  top: (file) =>
    `${importRemove}class SeededService {\n  ${isJavaScript(file) ? '/** @param {{ remove(target: string): void }} store */ ' : ''}` +
    `constructor(${isJavaScript(file) ? 'store' : 'readonly store: { remove(target: string): void }'}) {\n` +
    `    ${isJavaScript(file) ? 'this.store = store;' : ''}\n  }\n` +
    `  ${commentOf(file, 'target')}clean(${parameterOf(file, 'target')}) {\n    this.store.remove(target);\n  }\n}\n` +
    'const seededService = new SeededService({ remove: (target) => seededRemove(target, { recursive: true, force: true }) });\n',
  statement: (input) => `seededService.clean(String(${input}));`,
};

export const shellBySpawn: Seed = {
  top: () => "import { spawn as seededSpawn } from 'node:child_process';\n",
  statement: (input) => `seededSpawn('sh', ['-c', String(${input})]);`,
};

function isJavaScript({ fileName }: ts.SourceFile): boolean {
  return /\.[cm]?jsx?$/.test(fileName);
}

function parameterOf(file: ts.SourceFile, name: string): string {
  return isJavaScript(file) ? name : `${name}: string`;
}

function commentOf(file: ts.SourceFile, name: string): string {
  return isJavaScript(file) ? `/** @param {string} ${name} */ ` : '';
}

/** Puts text at the top of a file, on lines of its own. */
export function atTop(file: ts.SourceFile, text: string): readonly Edit[] {
  const offset = topOf(file);
  const isOnNewLine = offset === 0 || file.text[offset - 1] === '\n';
  return text === '' ? [] : [insertAt(offset, isOnNewLine ? text : `\n${text}`)];
}

/** Puts statements at the beginning of a handler. */
export function atBeginning({ body }: Handler, text: string): readonly Edit[] {
  if (!body) return [];
  if (ts.isBlock(body)) return [insertAt(body.getStart() + 1, `\n${text}\n`)];
  return [insertAt(body.getStart(), `{\n${text}\nreturn `), insertAt(body.end, ';\n}')];
}

/** Puts a seed into a handler, with what it needs. */
export function seeded(handler: Handler, seed: Seed, input: string): readonly Edit[] {
  return [
    ...atTop(handler.getSourceFile(), seed.top(handler.getSourceFile())),
    ...atBeginning(handler, seed.statement(input)),
  ];
}
