/**
 * Where the time in the rules goes: `npm run bench -- --profile`. Each
 * sample of a processor profile counts for the innermost part of our code on its stack, or, where that has called the
 * compiler, for the compiler.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeProject } from './projects.ts';
import { sessionProject } from './session-project.ts';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds. */
  readonly timeDeltas: readonly number[];
}

const root = join(import.meta.dirname, '..');
const lines = 100_000;

export function profile(): void {
  const project = writeProject(`mixed-${String(lines)}`, sessionProject(lines, 'mixed').files);
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  const request = { ...project, files: [project.files], variant: 'recommended', plugin: join(root, 'dist/index.js') };
  const options = ['--cpu-prof', '--cpu-prof-dir', folder, '--max-old-space-size=6000'];
  execFileSync(process.execPath, [...options, join(root, 'benchmarks/lint.mjs'), JSON.stringify(request)]);
  const [file = ''] = readdirSync(folder);
  const parts = partsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
  rmSync(folder, { recursive: true });

  const total = [...parts.values()].reduce((sum, time) => sum + time, 0);
  console.log(`${(total / 1000).toFixed(0)} ms in the rules, on ${String(lines)} lines of session code (mixed)`);
  for (const [part, time] of [...parts].sort((a, b) => b[1] - a[1]))
    console.log(`${part.padEnd(44)} ${((time / total) * 100).toFixed(0).padStart(3)} %`);
}

/** Microseconds by part: a file of `dist`, grouped by folder. */
function partsOf({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const parts = new Map<string, number>();
  samples.forEach((sample, index) => {
    let viaCompiler = false;
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const url = byId.get(id)?.callFrame.url ?? '';
      viaCompiler ||= url.includes('/typescript/lib/');
      const path = url.split('/dist/')[1];
      if (path === undefined || !url.startsWith('file://')) continue;
      const part = partOf(path, viaCompiler);
      if (part !== undefined) parts.set(part, (parts.get(part) ?? 0) + (timeDeltas[index] ?? 0));
      break;
    }
  });
  return parts;
}

function partOf(path: string, viaCompiler: boolean): string | undefined {
  if (path.startsWith('analysis/')) return 'typestate, summaries, solver (src/analysis)';
  if (path.startsWith('program/flow/')) return 'flow graphs (src/program/flow)';
  if (path.startsWith('program/')) return 'values, effects, lifetimes (src/program)';
  if (path.startsWith('facts/')) return 'facts (src/facts)';
  if (path.startsWith('rules/')) return 'rules (src/rules)';
  if (!path.startsWith('type-utils/')) return undefined;
  if (/^type-utils\/(checker\/|references\.)/.test(path))
    return viaCompiler ? 'the type checker, asked' : 'questions to the checker (src/type-utils)';
  return 'index of functions, scopes, imports (src/type-utils)';
}
