import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// Control dependence: a decision guards a call only where one of its outcomes keeps the call from running, on every path.
const head = `import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
declare function isAllowed(path: string): boolean;
declare function assertAllowed(path: string): void;
declare function isRisky(path: string): boolean;
declare function approved(path: string): Promise<boolean>;
const allowedPaths = new Set(['/srv/a', '/srv/b']);
const blocked = ['/etc', '/home'];
const folders = ['/srv/a', '/srv/b'];
const isPermitted = (path: string): boolean => { return allowedPaths.has(path); };
const isForbidden = (path: string): boolean => folders.some((folder) => path.startsWith(folder));
const isKept = (path: string): boolean => folders.includes(path);
async function agreed(path: string): Promise<boolean> { return (await rl.question(path)) === 'y'; }
function noted(path: string): void { try { if (!isAllowed(path)) throw new Error('no'); } catch (error) { console.log(error); } }
function demanded(path: string): void { try { console.log(path); } catch (error) { console.log(error); } if (!isAllowed(path)) throw new Error('no'); }
async function timed(path: string, run: () => Promise<unknown>): Promise<unknown> { if (verbose) console.time(path); return run(); }
async function retried(path: string, run: () => Promise<unknown>): Promise<unknown> { for (let left = 3; ; left--) try { return await run(); } catch (error) { if (left === 0) throw new Error(path); } }
async function explained(path: string, run: () => Promise<unknown>): Promise<unknown> { try { return await run(); } catch (error) { throw new Error(path, { cause: error }); } }
async function gated(path: string, run: () => Promise<unknown>): Promise<unknown> { if (!isAllowed(path)) throw new Error('no'); return run(); }
async function gatedAndTimed(path: string, run: () => Promise<unknown>): Promise<unknown> { return gated(path, () => timed(path, run)); }
async function onlyTimed(path: string, run: () => Promise<unknown>): Promise<unknown> { return retried(path, () => timed(path, run)); }
declare function queued(path: string, run: () => Promise<unknown>): Promise<unknown>;
declare const verbose: boolean;
const rl = createInterface({ input: process.stdin, output: process.stdout });
function split<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
const erase = tool(({ path }: { path: string }) => rm(path, { recursive: true }), {
  name: 'erase', description: 'Erase', schema: z.object({ path: z.string() }),
});
`;

const unguarded: Readonly<Record<string, string>> = {
  'an answer that is only logged': `if (!isAllowed(path)) { console.log('denied'); } return erase.invoke({ path });`,
  'a break of an inner loop': `if (!isAllowed(path)) { for (const name of names) { if (name === path) break; } console.log('denied'); } return erase.invoke({ path });`,
  'a denied branch that returns on some paths': `if (!isAllowed(path)) { if (dry) return undefined; console.log('denied'); } return erase.invoke({ path });`,
  'both outcomes go on': `if (isAllowed(path)) console.log('ok'); else console.log('denied'); return erase.invoke({ path });`,
  'a question behind the call': `const result = erase.invoke({ path }); if (!isAllowed(path)) return undefined; return result;`,
  'a clause that another one falls into': `switch (mode) { case 'a': if (!isAllowed(path)) break; case 'b': return erase.invoke({ path }); } return undefined;`,
  'a refusal that is caught': `try { if (!isAllowed(path)) throw new Error('no'); } catch { console.log('no'); } return erase.invoke({ path });`,
  'a check that catches its own refusal': `noted(path); return erase.invoke({ path });`,
  'a function that measures what it runs': `return timed(path, () => erase.invoke({ path }));`,
  'a function that runs it again where it fails': `return retried(path, () => erase.invoke({ path }));`,
  'a function that throws where it fails': `return explained(path, () => erase.invoke({ path }));`,
  'a question whose answer is dropped': `await rl.question(\`Erase \${path}? \`); return erase.invoke({ path });`,
  'a flag that is set whatever the answer is': `let approved = false; await rl.question('Erase?'); approved = true; if (!approved) return undefined; return erase.invoke({ path });`,
  'a continue in the wrong loop': `for (const name of names) { if (!isAllowed(path)) continue; console.log(name); } return erase.invoke({ path });`,
  'a decision on one of two paths': `if (dry) { if (!isAllowed(path)) return undefined; } else { console.log(mode); } return erase.invoke({ path });`,
  'a labelled break to the call': `check: { if (!isAllowed(path)) break check; console.log('ok'); } return erase.invoke({ path });`,
  'an approval for some paths whose answer is only logged': `if (isRisky(path)) { if (!(await approved(path))) console.log('no'); } return erase.invoke({ path });`,
  'an approval for some paths that is only waited for': `if (isRisky(path)) await approved(path); return erase.invoke({ path });`,
  'an approval that a flag of the caller leaves out': `if (dry) { if (!(await approved(path))) return undefined; } return erase.invoke({ path });`,
  'a finally block that runs either way': `try { if (!isAllowed(path)) return undefined; } finally { await erase.invoke({ path }); } return undefined;`,
  'an allowed path that returns': `if (allowedPaths.has(path)) return undefined; return erase.invoke({ path });`,
  'a permitted path that returns, by a function': `if (isPermitted(path)) { console.log('kept'); return undefined; } return erase.invoke({ path });`,
  'a denied path that goes on': `if (blocked.includes(path)) return erase.invoke({ path }); return undefined;`,
  'a forbidden path that goes on, by the name of the test': `return isForbidden(path) && erase.invoke({ path });`,
  'a refusal that goes on': `if ((await rl.question(\`Erase \${path}? \`)) === 'n') return erase.invoke({ path }); return undefined;`,
  'an approval that returns': `const ok = await agreed(path); if (ok) return undefined; return erase.invoke({ path });`,
  'an approval beside a flag that returns': `if (dry || (await agreed(path))) return undefined; return erase.invoke({ path });`,
  'the other part of a list': `const [allowed, refused] = split(names, (each) => allowedPaths.has(each)); for (const name of refused) await erase.invoke({ path: name }); return allowed;`,
  'a loop over what is not allowed': `for (const name of names.filter((each) => !allowedPaths.has(each))) await erase.invoke({ path: name }); return undefined;`,
};

const guarded: Readonly<Record<string, string>> = {
  'a return': `if (!isAllowed(path)) return undefined; return erase.invoke({ path });`,
  'a flag that an answer sets': `let approved = false; if ((await rl.question(\`Erase \${path}? \`)) === 'y') approved = true; if (!approved) return undefined; return erase.invoke({ path });`,
  'a flag that a switch sets': `let approved: boolean; switch (await rl.question(\`Erase \${path}? \`)) { case 'y': approved = true; break; default: approved = false; } if (!approved) return undefined; return erase.invoke({ path });`,
  'a constant': `const ok = isAllowed(path); if (!ok) throw new Error('no'); return erase.invoke({ path });`,
  'a call inside of the branch': `if (isAllowed(path)) { console.log('x'); return erase.invoke({ path }); } return undefined;`,
  'a continue in the loop of the call': `for (const name of names) { if (!isAllowed(name)) continue; await erase.invoke({ path: name }); } return undefined;`,
  'the right of &&': `return isAllowed(path) && erase.invoke({ path });`,
  'a denied branch that returns on every path': `if (!isAllowed(path)) { if (dry) return undefined; else throw new Error('no'); } return erase.invoke({ path });`,
  'a refusal that is caught and left with': `try { if (!isAllowed(path)) throw new Error('no'); } catch { return undefined; } return erase.invoke({ path });`,
  'a check that throws behind what it catches': `demanded(path); return erase.invoke({ path });`,
  'a function that decides before it runs it': `return gated(path, () => erase.invoke({ path }));`,
  'known gap: a function that hands it on to one that measures': `return onlyTimed(path, () => erase.invoke({ path }));`,
  'a function that hands it on to one that decides': `return gatedAndTimed(path, () => erase.invoke({ path }));`,
  'a flag beside the answer': `if (dry || !isAllowed(path)) return undefined; return erase.invoke({ path });`,
  'a setting that stands for the answer': `if (!dry && !(await rl.question(\`Erase \${path}? \`))) return undefined; return erase.invoke({ path });`,
  'a decision on both paths': `if (dry) { if (!isAllowed(path)) return undefined; } else if ((await rl.question(path)) !== 'y') return undefined; return erase.invoke({ path });`,
  'an approval for what a policy finds risky': `if (isRisky(path)) { if (!(await approved(path))) return undefined; } return erase.invoke({ path });`,
  'an approval in a variable for what a policy finds risky': `if (isRisky(path)) { const ok = await approved(path); if (!ok) throw new Error('no'); } return erase.invoke({ path });`,
  'two calls, the second with an approval': `if (isAllowed(path)) return erase.invoke({ path }); else if (await approved(path)) return erase.invoke({ path }); return undefined;`,
  'a loop that asks until it is allowed': `while (!isAllowed(path)) { console.log('wait'); } return erase.invoke({ path });`,
  'a question that the process is left by': `if (!isAllowed(path)) { console.error('no'); process.exit(1); } return erase.invoke({ path });`,
  'a callback after the decision': `if (!isAllowed(path)) return undefined; return Promise.all(names.map(() => erase.invoke({ path })));`,
  'an allowed path': `if (!allowedPaths.has(path)) return undefined; return erase.invoke({ path });`,
  'a permitted path, by a function': `if (!isPermitted(path)) { console.log('kept'); return undefined; } return erase.invoke({ path });`,
  'a path that is not denied': `if (!blocked.includes(path)) return erase.invoke({ path }); return undefined;`,
  'a path that is not forbidden, by the name of the test': `return !isForbidden(path) && erase.invoke({ path });`,
  'an answer other than no': `if ((await rl.question(\`Erase \${path}? \`)) !== 'n') return erase.invoke({ path }); return undefined;`,
  'an approval': `const ok = await agreed(path); if (!ok) return undefined; return erase.invoke({ path });`,
  'an approval beside a flag': `if (dry || !(await agreed(path))) return undefined; return erase.invoke({ path });`,
  'a loop over what is allowed': `for (const name of names.filter((each) => allowedPaths.has(each))) await erase.invoke({ path: name }); return undefined;`,
  'the allowed part of a list': `const [allowed, refused] = split(names, (each) => allowedPaths.has(each)); for (const name of allowed) await erase.invoke({ path: name }); return refused;`,
  'a question whether to keep it': `if ((await rl.question(\`Keep \${path}? \`)) === 'y') return undefined; return erase.invoke({ path });`,
  'a flag for what is denied': `let denied = false; if (!allowedPaths.has(path)) denied = true; if (denied) return undefined; return erase.invoke({ path });`,
  'known gap: an inverted test that is not in the program': `if (isAllowed(path)) return undefined; return erase.invoke({ path });`,
  'known gap: a test of which no name tells what it means': `if (isKept(path)) return undefined; return erase.invoke({ path });`,
  'a labelled break past the call': `check: { if (!isAllowed(path)) break check; return erase.invoke({ path }); } return undefined;`,
};

const program = (body: string): string =>
  `${head}export async function run(path: string, names: string[], dry: boolean, mode: string) { ${body} }\n`;

tester.run('require-guardrail: control dependence', requireGuardrail, {
  valid: Object.entries(guarded).map(([name, body]) => ({ name, code: program(body) })),
  invalid: Object.entries(unguarded).map(([name, body]) => ({
    name,
    code: program(body),
    errors: [{ messageId: 'invoked' as const }],
  })),
});
