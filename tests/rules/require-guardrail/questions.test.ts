import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// A tool that asks a person by itself: what it does has to depend on the answer.
const head = `import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { EventEmitter, once } from 'node:events';
import { rm, appendFile, mkdir, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { createInterface as callbacks } from 'node:readline';
import { createAgent, tool } from 'langchain';
import { interrupt } from '@langchain/langgraph';
import { z } from 'zod';
const rl = createInterface({ input: process.stdin, output: process.stdout });
const terminal = callbacks({ input: process.stdin });
const schema = z.object({ path: z.string(), paths: z.array(z.string()), force: z.boolean() });
declare const db: { prepare(statement: string): { run(...values: unknown[]): object } };
declare function isLarge(path: string): boolean;
async function agreed(path: string): Promise<boolean> { return (await rl.question(\`Erase \${path}? \`)) === 'y'; }
async function demand(path: string): Promise<void> { if ((await rl.question(path)) !== 'y') throw new Error('denied'); }
async function demandAndCatch(path: string): Promise<void> { try { if (!(await agreed(path))) throw new Error('denied'); } catch (error) { console.log(error); } }
async function demandOnceMore(path: string): Promise<void> { try { if (!(await agreed(path))) throw new Error('denied'); } catch (error) { if (!(await agreed(path))) throw error; } }
async function demandOrLeave(path: string): Promise<void> { if ((await rl.question(path)) !== 'y') process.exit(1); }
async function mention(path: string): Promise<void> { await rl.question(path); }
async function erase(path: string): Promise<void> { await rm(path); }
async function eraseIf(path: string, answer: string): Promise<void> { if (answer === 'y') await rm(path); }
async function confirmed(path: string, run: () => Promise<void>): Promise<void> { if (await agreed(path)) await run(); }
async function counted(path: string, run: () => Promise<void>): Promise<void> { await run(); await agreed(path); }
const state = { approved: false };
interface Kept { approved: boolean; plan: string }
class Desk {
  private readonly waiting = new Map<string, (answer: string) => void>();
  private readonly consents = new Set<string>();
  private readonly seen = new Set<string>();
  async choose(path: string): Promise<string> {
    const answer = new Promise<string>((resolve) => { this.waiting.set(path, resolve); });
    await fetch('https://chat.example/messages', { method: 'POST', body: JSON.stringify({ text: path, buttons: ['Approve', 'Reject'] }) });
    return answer;
  }
  async load(path: string): Promise<string> {
    const answer = new Promise<string>((resolve) => { this.waiting.set(path, resolve); });
    await fetch('https://pages.example', { method: 'POST', body: path });
    return answer;
  }
  async look2(path: string): Promise<string> {
    const answer = new Promise<string>((resolve, reject) => { this.waiting.set(path, resolve); setTimeout(() => reject(new Error('timed out, or permission denied')), 1); });
    await fetch('https://pages.example', { method: 'POST', body: path /* not confirmed */ });
    return answer;
  }
  readonly log: string[] = [];
  async judge(path: string): Promise<{ approved: boolean; by: string }> {
    const answer = new Promise<{ approved: boolean; by: string }>((resolve) => { this.judging.set(path, resolve); });
    const sent = await fetch('https://chat.example/messages', { method: 'POST', body: JSON.stringify({ text: path, buttons: ['Approve', 'Reject'] }) });
    if (!sent.ok) throw new Error('not sent');
    return answer;
  }
  private readonly judging = new Map<string, (answer: { approved: boolean; by: string }) => void>();
  private readonly events = new EventEmitter();
  async press(path: string): Promise<boolean> {
    await fetch('https://chat.example/messages', { method: 'POST', body: JSON.stringify({ text: path, buttons: ['Approve', 'Reject'] }) });
    const [answer] = await once(this.events, path);
    return answer === 'yes';
  }
  async ended(path: string): Promise<void> {
    await new Promise((resolve) => { this.events.on('close', resolve); });
    if (this.log.includes('Permission denied')) throw new Error(path);
  }
  async open(path: string): Promise<void> { await fetch('https://pages.example', { method: 'POST', body: path }); await once(this.events, 'open'); }
  tally(answer: string): void { if (answer === 'y') this.votes++; }
  votes = 0;
  readonly cache = new Set<string>();
  async remember(path: string): Promise<void> { if ((await rl.question("Remember it?")) === 'y') this.cache.add(path); }
  async greet(): Promise<void> { signedUp.confirmed = false; await rl.question('What is your name?'); }
  async decide(path: string): Promise<void> { if (await agreed(path)) this.consents.add(path); }
  async look(path: string): Promise<void> { if (await agreed(path)) console.log(path); this.seen.add(path); }
  take(path: string): boolean { return this.consents.delete(path); }
  isSeen(path: string): boolean { return this.seen.has(path); }
  note(text: string): void { process.stderr.write(text); }
  keep(text: string): void { this.waiting.get(text)?.(text); }
}
declare const desk: Desk;
declare function log(line: string): void;
declare function judge(action: string): string;
declare const signedUp: { confirmed: boolean };
declare const token: { approve(who: string, amount: number): Promise<{ hash: string }> };
interface Loose { approved: boolean; plan: string }
declare const kept: Kept;
function git(words: readonly string[]): string { return execFileSync('git', words).toString(); }
declare const shared: { get(key: string): boolean | undefined; set(key: string, value: boolean): void };
const approvalOf = (path: string): string => \`approved:\${path}\`;
const visitOf = (path: string): string => \`visited:\${path}\`;
const permissionOf = (path: string): string => \`permitted:\${path}\`;
async function note(path: string): Promise<void> { if (!(await agreed(path))) return; shared.set(approvalOf(path), true); shared.set(visitOf(path), true); shared.set('plan approved', true); shared.set('plan seen', true); shared.set('skip confirmation', true); shared.set(saidOf(path), true); }
const saidOf = (path: string): string => \`approval-said:\${path}\`;
declare const others: { get(key: string): boolean | undefined };
function permit(path: string): void { shared.set(permissionOf(path), true); }
interface Verdict { readonly decision: 'go' | 'stop'; readonly remark?: string }
declare const loose: Loose;
async function decide(): Promise<void> { kept.approved = await agreed(kept.plan); }
function letAll(): void { loose.approved = true; }
declare function approve(path: string): Promise<{ approved: boolean }>;
declare const callbacks: { onApprove?: (path: string) => Promise<boolean> };
declare const store: Map<string, string>;
async function requireApproval(path: string): Promise<void> { if (store.get(path) !== 'yes') throw new Error('approval_required'); }
async function isConfirmed(path: string): Promise<{ ok: boolean }> { return { ok: store.get(path) === 'yes' }; }
async function fetchLabel(path: string): Promise<string> { const label = store.get(path); if (label === undefined) throw new Error('none'); return label; }
declare const tiers: Record<string, number>;
function canUseTool(name: string): boolean { return (tiers[name] ?? 0) > 1; }
function canFindTool(name: string): boolean { return name in tiers; }
function guard(name: string): void { if (!canUseTool(name)) throw new Error('not allowed'); }
async function confirmBooking(path: string): Promise<void> { store.set(path, 'booked'); }
interface Gate { requestApproval(path: string): Promise<boolean>; describe(path: string): Promise<boolean> }
interface Host { readonly gate: Gate; readonly permissions: { check(path: string): boolean; grant(path: string): boolean } }
declare const host: Host;
interface PermissionGate { check(path: string): Promise<boolean>; record(path: string): Promise<boolean> }
interface PathGate { check(path: string): Promise<boolean> }
declare const gate: PermissionGate;
declare const paths: PathGate;
class ConsentBroker { async request(path: string): Promise<boolean> { return store.get(path) === 'yes'; } }
class PathBroker { async request(path: string): Promise<boolean> { return store.get(path) === 'yes'; } }
const broker = new ConsentBroker();
const others = new PathBroker();
async function pass(path: string): Promise<void> { if (!(await gate.check(path))) throw new Error('denied'); }
async function passPath(path: string): Promise<void> { if (!(await paths.check(path))) throw new Error('denied'); }
interface Steps { readonly first: () => Promise<unknown>; readonly run: () => Promise<unknown> }
declare function inOrder(steps: Steps): Promise<void>;
`;

const pairs: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'a method of what is for permissions by its type': [
    `if (!(await gate.record(path))) return 'kept'; await rm(path); return 'ok';`,
    `if (!(await gate.check(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a function that throws unless such a method allows it': [
    `await passPath(path); await rm(path); return 'ok';`,
    `await pass(path); await rm(path); return 'ok';`,
  ],
  'a method of a class of the program that is for consent': [
    `if (!(await others.request(path))) return 'kept'; await rm(path); return 'ok';`,
    `if (!(await broker.request(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a branch without a question, which removes something, and which only shows something': [
    `if (force) return git(['branch', '-D', path]); if (!(await agreed(path))) return 'kept'; return git(['push', 'origin', path]);`,
    `if (force) return git(['branch', '-vv']); if (!(await agreed(path))) return 'kept'; return git(['push', 'origin', path]);`,
  ],
  'a branch without a question that does what the other one asks for': [
    `if (force) return git(['push', 'origin', path]); if (!(await agreed(path))) return 'kept'; return git(['branch', '-vv']);`,
    `if (force) return git(['branch', '-vv']); await demand(path); return git(['push', 'origin', path]);`,
  ],
  'a key of what was approved, and one of what was visited': [
    `if (!shared.get(visitOf(path))) return 'kept'; await rm(path); return 'ok';`,
    `if (!shared.get(approvalOf(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a key of what was approved, and one of what was let pass unasked': [
    `if (!shared.get(permissionOf(path))) return 'kept'; await rm(path); return 'ok';`,
    `const isApproved = shared.get(approvalOf(path)) ?? false; if (!isApproved) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a key under which the model says what it likes': [
    `if (force) { shared.set(saidOf(path), force); return 'noted'; } if (!shared.get(saidOf(path))) return 'kept'; await rm(path); return 'ok';`,
    `if (!shared.get(approvalOf(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a key in another place': [
    `if (!others.get(approvalOf(path))) return 'kept'; await rm(path); return 'ok';`,
    `if (!shared.get(approvalOf(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a key that says which approvals are left out': [
    `if (!shared.get('skip confirmation')) return 'kept'; await rm(path); return 'ok';`,
    `if (!shared.get('plan approved')) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a text as the key': [
    `if (!shared.get('plan seen')) return 'kept'; await rm(path); return 'ok';`,
    `if (!shared.get('plan approved')) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a key of what was approved, tested the other way round': [
    `if (shared.get(approvalOf(path))) return 'kept'; await rm(path); return 'ok';`,
    `if (shared.get(approvalOf(path))) await rm(path); return 'ok';`,
  ],
  'a remark beside a verdict that is kept, and the verdict': [
    `const answer = interrupt({ path }) as Verdict; desk.keep(answer.remark ?? ''); await rm(path); return 'ok';`,
    `const answer = interrupt({ path }) as Verdict; desk.keep(answer.remark ?? ''); if (answer.decision !== 'go') return 'kept'; await rm(path); return 'ok';`,
  ],
  'a promise that buttons settle which approve': [
    `if ((await desk.load(path)) !== 'yes') return 'kept'; await rm(path); return 'ok';`,
    `if ((await desk.choose(path)) !== 'Approve') return 'kept'; await rm(path); return 'ok';`,
  ],
  'a set of what was approved, and one of what was asked about': [
    `if (!desk.isSeen(path)) return 'kept'; await rm(path); return 'ok';`,
    `if (!desk.take(path)) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a promise that another program settles, which may fail for a permission': [
    `if ((await desk.look2(path)) !== 'there') return 'kept'; await rm(path); return 'ok';`,
    `if ((await desk.choose(path)) !== 'Approve') return 'kept'; await rm(path); return 'ok';`,
  ],
  'an approval that is refused': [
    `if (!kept.approved) await rm(path); return 'ok';`,
    `if (kept.approved) await rm(path); return 'ok';`,
  ],
  'a set of what was remembered': [
    `if (!desk.cache.has(path)) return 'kept'; await rm(path); return 'ok';`,
    `if (!desk.take(path)) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a flag of something else beside a question': [
    `if (!signedUp.confirmed) return 'kept'; await rm(path); return 'ok';`,
    `if (!kept.approved) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a deed that is called `approve`, with a result': [
    `const sent = await token.approve(path, 5); console.log(sent.hash); await rm(path); return 'ok';`,
    `const { approved } = await approve(path); if (!approved) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a callback for what is approved, and one that answers': [
    `if (callbacks.onApprove) { const sent = await callbacks.onApprove(path); if (sent) console.log(path); } await rm(path); return 'ok';`,
    `if (callbacks.onApprove) { const approved = await callbacks.onApprove(path); if (!approved) return 'kept'; } await rm(path); return 'ok';`,
  ],
  'answers that are counted, and one that is not': [
    `await rl.question(path); await rm(path); return 'ok';`,
    `desk.tally(await rl.question(path)); if (desk.votes < 1) return 'kept'; await rm(path); return 'ok';`,
  ],
  'an answer that takes the place of nothing': [
    `let target = path; if (force) target = await rl.question('Which path?'); await rm(target); return 'ok';`,
    `let target = ''; target = await rl.question('Which path?'); await rm(target); return 'ok';`,
  ],
  'an answer that is only shown': [
    `const answer = await rl.question(path); desk.note(answer); await rm(path); return 'ok';`,
    `const answer = await rl.question(path); desk.note(answer); if (answer !== 'y') return 'kept'; await rm(path); return 'ok';`,
  ],
  'an answer of which only who gave it is kept': [
    `const decision = await desk.judge(path); desk.log.push(decision.by); await rm(path); return 'ok';`,
    `const decision = await desk.judge(path); desk.log.push(decision.by); if (!decision.approved) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a verdict of a policy that is only written down': [
    `const verdict = judge('erase'); desk.log.push(verdict.toUpperCase()); if (verdict === 'unclear') return 'kept'; await rm(path); return 'ok';`,
    `const verdict = judge('erase'); desk.log.push(verdict.toUpperCase()); if (verdict === 'block') return 'kept'; await rm(path); return 'ok';`,
  ],
  'a verdict by which only a warning is written': [
    `const decision = judge('erase'); if (decision === 'block') desk.log.push(path); await rm(path); return 'ok';`,
    `const decision = judge('erase'); if (decision === 'block') return 'kept'; await rm(path); return 'ok';`,
  ],
  'the end of a process that may lack a permission': [
    `await desk.ended(path); await rm(path); return 'ok';`,
    `if (!(await desk.press(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a state that is called blocked': [
    `const task = judge('erase'); if (task === 'blocked') return 'kept'; await rm(path); return 'ok';`,
    `const decision = judge('erase'); if (decision === 'blocked') return 'kept'; await rm(path); return 'ok';`,
  ],
  'an answer that is kept when it is over': [
    `await rm(path); const answer = await rl.question(path); desk.log.push(answer); return 'ok';`,
    `const answer = await rl.question(path); desk.tally(answer); if (desk.votes < 1) return 'kept'; await rm(path); return 'ok';`,
  ],
  'an answer that goes into a log': [
    `const answer = await rl.question(path); log(\`answered \${answer}\`); await rm(path); return 'ok';`,
    `const answer = await rl.question(path); log(\`answered \${answer}\`); if (answer !== 'y') return 'kept'; await rm(path); return 'ok';`,
  ],
  'an event that is no answer': [
    `await desk.open(path); await rm(path); return 'ok';`,
    `if (!(await desk.press(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'an answer by which something is changed, and nothing refused': [
    `let target = path; const answer = await rl.question('Another path?'); if (answer !== '') target = answer; await rm(target); return 'ok';`,
    `const answer = await rl.question('Which path?'); await rm(answer); return 'ok';`,
  ],
  'an approval that another function has kept': [
    `if (!loose.approved) return 'kept'; await rm(path); return 'ok';`,
    `if (!kept.approved) return 'kept'; await rm(path); return 'ok';`,
  ],
  'an approval that is kept, and looked at behind the effect': [
    `await rm(path); if (!kept.approved) return 'kept'; return 'ok';`,
    `if (kept.approved) { await rm(path); return 'ok'; } return 'kept';`,
  ],
  'a function that approves, and one that is asked to': [
    `await approve(path); await rm(path); return 'ok';`,
    `const decision = await approve(path); if (!decision.approved) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a question behind the effect': [
    `await rm(path); if (!(await agreed(path))) return 'kept'; return 'ok';`,
    `if (!(await agreed(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'an answer that is dropped': [
    `await rl.question(path); await rm(path); return 'ok';`,
    `if ((await rl.question(path)) !== 'y') return 'kept'; await rm(path); return 'ok';`,
  ],
  'an interrupt whose answer is dropped': [
    `interrupt(path); await rm(path); return 'ok';`,
    `if (interrupt(path) !== 'yes') return 'kept'; await rm(path); return 'ok';`,
  ],
  'an answer that is only logged': [
    `const answer = await rl.question(path); console.log(answer); await erase(path); return answer;`,
    `const answer = await rl.question(path); console.log(answer); if (answer === 'y') await erase(path); return answer;`,
  ],
  'both outcomes go on': [
    `if (await agreed(path)) console.log('yes'); else console.log('no'); await rm(path); return 'ok';`,
    `if (await agreed(path)) console.log('yes'); else return 'kept'; await rm(path); return 'ok';`,
  ],
  'a question in another branch': [
    `if (path === '') { return await rl.question('Which?'); } else { await rm(path); } return 'ok';`,
    `if (path === '') { return 'none'; } else { if (await agreed(path)) await rm(path); } return 'ok';`,
  ],
  'a question in another clause': [
    `switch (path) { case '': return (await agreed(path)) ? 'a' : 'b'; default: await rm(path); } return 'ok';`,
    `switch (path) { case '': return 'a'; default: if (await agreed(path)) await rm(path); } return 'ok';`,
  ],
  'a question about another effect in another clause': [
    `switch (path) { case 'keep': if (await agreed(path)) await appendFile('kept', path); return 'ok'; default: await rm(path); } return 'ok';`,
    `switch (path) { case 'keep': await appendFile('kept', path); return 'ok'; default: if (await agreed(path)) await rm(path); } return 'ok';`,
  ],
  'a question that comes after the first run': [
    `do { await rm(path); } while (await agreed(path)); return 'ok';`,
    `while (await agreed(path)) { await rm(path); } return 'ok';`,
  ],
  'a break of an inner loop': [
    `if (!(await agreed(path))) { for (const each of paths) { if (each === path) break; } } await rm(path); return 'ok';`,
    `for (const each of paths) { if (!(await agreed(each))) break; await rm(each); } return 'ok';`,
  ],
  'a function that asks, and comes back whatever the answer is': [
    `await mention(path); await erase(path); return 'ok';`,
    `await demand(path); await erase(path); return 'ok';`,
  ],
  'an approval whose refusal is caught': [
    `try { await demand(path); } catch { console.log('denied'); } await rm(path); return 'ok';`,
    `try { await demand(path); } catch { return 'denied'; } await rm(path); return 'ok';`,
  ],
  'an approval whose refusal is caught in a loop': [
    `for (const each of paths) { try { await demand(each); } catch { console.log('denied'); } await rm(each); } return 'ok';`,
    `for (const each of paths) { try { await demand(each); } catch { continue; } await rm(each); } return 'ok';`,
  ],
  'a function that catches its own refusal': [
    `await demandAndCatch(path); await rm(path); return 'ok';`,
    `await demandOnceMore(path); await rm(path); return 'ok';`,
  ],
  'a function that asks and leaves the process, behind the effect': [
    `await rm(path); await demandOrLeave(path); return 'ok';`,
    `await demandOrLeave(path); await rm(path); return 'ok';`,
  ],
  'a function that runs a callback before it asks': [
    `await counted(path, () => erase(path)); return 'ok';`,
    `await confirmed(path, () => erase(path)); return 'ok';`,
  ],
  'a flag that is set whatever the answer is': [
    `let ok = false; await agreed(path); ok = true; if (ok) await rm(path); return 'ok';`,
    `let ok = false; if (await agreed(path)) ok = true; if (ok) await rm(path); return 'ok';`,
  ],
  'a callback that does not look at its answer': [
    `terminal.question(path, (answer) => { console.log(answer); void rm(path); }); return 'ok';`,
    `terminal.question(path, (answer) => { if (answer === 'y') void rm(path); }); return 'ok';`,
  ],
  'a chain that does not look at the answer': [
    `return agreed(path).then(() => rm(path)).then(() => 'ok');`,
    `return agreed(path).then((ok) => (ok ? rm(path) : undefined)).then(() => 'ok');`,
  ],
  'a promise that is made for the answer, and dropped': [
    `await new Promise<string>((resolve) => terminal.question(path, resolve)); await rm(path); return 'ok';`,
    `const answer = await new Promise<string>((resolve) => terminal.question(path, resolve)); if (answer !== 'y') return 'kept'; await rm(path); return 'ok';`,
  ],
  'an approval that keeps the file': [
    `if (await agreed(path)) return 'kept'; await rm(path); return 'ok';`,
    `if (!(await agreed(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a look whether it exists': [
    `if (!existsSync(path)) return 'none'; await rm(path); return 'ok';`,
    `if (!existsSync(path) || !(await agreed(path))) return 'none'; await rm(path); return 'ok';`,
  ],
  'a look that it can be read': [
    `const seen = await stat(path).catch(() => undefined); if (!seen?.isFile()) return 'none'; await rm(path); return 'ok';`,
    `const seen = await stat(path).catch(() => undefined); if (!seen?.isFile()) return 'none'; if (!(await agreed(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a test of its form': [
    `const parsed = z.string().min(1).safeParse(path); if (!parsed.success) return 'none'; await rm(parsed.data); return 'ok';`,
    `const parsed = z.string().min(1).safeParse(path); if (!parsed.success || !(await agreed(path))) return 'none'; await rm(parsed.data); return 'ok';`,
  ],
  'a file of the input instead of the one that was typed': [
    `const typed = await rl.question('Which file?'); await rm(path); return typed;`,
    `const typed = await rl.question('Which file?'); await rm(typed); return typed;`,
  ],
};

/** What gets an approval by its name, in the program or behind an interface. */
const named: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'a function that throws, and is no approval': [
    `await fetchLabel(path); await rm(path); return 'ok';`,
    `await requireApproval(path); await rm(path); return 'ok';`,
  ],
  'an approval behind the effect': [
    `await rm(path); await requireApproval(path); return 'ok';`,
    `await requireApproval(path); await erase(path); return 'ok';`,
  ],
  'an approval whose result is dropped': [
    `await isConfirmed(path); await rm(path); return 'ok';`,
    `const { ok } = await isConfirmed(path); if (!ok) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a name that says what is done': [
    `await confirmBooking(path); await rm(path); return 'ok';`,
    `await requireApproval(path); await confirmBooking(path); await rm(path); return 'ok';`,
  ],
  'a function that says whether a tool may be used': [
    `if (!canFindTool('careful')) throw new Error('no'); await rm(path); return 'ok';`,
    `guard('careful'); await rm(path); return 'ok';`,
  ],
  'a method of an interface': [
    `if (!(await host.gate.describe(path))) return 'kept'; await rm(path); return 'ok';`,
    `if (!(await host.gate.requestApproval(path))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a method of what keeps permissions': [
    `if (!host.permissions.grant(path)) return 'kept'; await rm(path); return 'ok';`,
    `if (!host.permissions.check(path)) return 'kept'; await rm(path); return 'ok';`,
  ],
  'what is handed on beside the effect': [
    `await inOrder({ first: () => fetchLabel(path), run: () => rm(path) }); return 'ok';`,
    `await inOrder({ first: () => requireApproval(path), run: () => rm(path) }); return 'ok';`,
  ],
};

/** What may be an approval is none that this rule reports. */
const silent: Readonly<Record<string, string>> = {
  'an answer that is handed on': `await eraseIf(path, await rl.question(path)); return 'ok';`,
  'an answer that is kept in a field': `state.approved = await agreed(path); if (!state.approved) return 'kept'; await rm(path); return 'ok';`,
  'an answer behind a policy': `if (isLarge(path)) { if (!(await agreed(path))) return 'kept'; } await rm(path); return 'ok';`,
  'a lock that goes whatever the answer is': `try { if (await agreed(path)) await rm(path); } finally { db.prepare('DELETE FROM locks WHERE path = ?').run(path); } return 'ok';`,
  'a hold that goes where the answer is no': `if (!(await agreed(path))) { db.prepare('DELETE FROM holds WHERE path = ?').run(path); return 'kept'; } await rm(path); return 'ok';`,
  'a log and a folder beside the question': `await mkdir('logs'); await appendFile('logs/erase', path); if (await agreed(path)) await rm(path); return 'ok';`,
  'known gap: an approval, by its name, in one branch': `if (force) { if (!(await isConfirmed(path)).ok) return 'kept'; } await rm(path); return 'ok';`,
  'known gap: a condition that leaves the question out, by what is used elsewhere': `if (!force) { if (!(await agreed(path))) return 'kept'; } await rm(path); return 'ok';`,
};

const program = (body: string, agent: string): string => `${head}const careful = tool(
  async ({ path, paths, force }) => { void paths; void force; ${body} },
  { name: 'careful', description: 'Erase', schema },
);
export const agent = ${agent};
`;
const given = `createAgent({ model: 'openai:gpt-5', tools: [careful] })`;
const called = `async (path: string) => careful.invoke({ path, paths: [path], force: true })`;

tester.run('require-guardrail: questions in a handler', requireGuardrail, {
  valid: [
    ...Object.entries({ ...pairs, ...named }).map(([name, [, right]]) => ({
      name: `not: ${name}`,
      code: program(right, given),
    })),
    ...Object.entries(silent).map(([name, body]) => ({ name, code: program(body, given) })),
  ],
  invalid: Object.entries({ ...pairs, ...named }).map(([name, [wrong]]) => ({
    name,
    code: program(wrong, given),
    errors: [{ messageId: 'unguarded' as const }],
  })),
});

tester.run('require-guardrail: questions in a handler that the program calls', requireGuardrail, {
  valid: Object.entries(pairs).map(([name, [, right]]) => ({ name: `not: ${name}`, code: program(right, called) })),
  invalid: Object.entries(pairs).map(([name, [wrong]]) => ({
    name,
    code: program(wrong, called),
    errors: [{ messageId: 'invoked' as const }],
  })),
});

/** Handlers that are reported, each with one that is not. */
function runPairs(
  name: string,
  handlers: Readonly<Record<string, readonly [wrong: string, right: string]>>,
  programWith: (body: string) => string,
): void {
  tester.run(`require-guardrail: ${name}`, requireGuardrail, {
    valid: Object.entries(handlers).map(([each, [, right]]) => ({ name: `not: ${each}`, code: programWith(right) })),
    invalid: Object.entries(handlers).map(([each, [wrong]]) => ({
      name: each,
      code: programWith(wrong),
      errors: [{ messageId: 'unguarded' as const }],
    })),
  });
}

// A handler that several tools share, and that asks about one of them.
const shared: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'asks about one of them by its name': [
    `if (ref.name === 'pay') { if (!(await agreed(path))) return 'kept'; return run(path); } return run(path);`,
    `if (ref.name === 'pay') console.log(path); if (!(await agreed(path))) return 'kept'; return run(path);`,
  ],
  'asks about this one in a branch of its own': [
    `if (ref.name === 'pay') { if (!(await agreed(path))) return 'kept'; return run(path); } return run(path);`,
    `if (ref.name === 'pay') { if (!(await agreed(path))) return 'kept'; return run(path); } if (ref.name === 'erase') { if (!(await agreed(path))) return 'kept'; return run(path); } return run(path);`,
  ],
  'asks unless the settings say that it need not': [
    `return run(path);`,
    `if (settings.mode === 'careful') { if (!(await agreed(path))) return 'kept'; return run(path); } return run(path);`,
  ],
};

const sharing = (body: string): string => `${head}declare const settings: { mode: string };
declare const ref: { name: string };
function define(name: string, run: (path: string) => Promise<string>) {
  return tool(async ({ path }) => { ${body} }, { name, description: name, schema });
}
const careful = define('erase', async (path) => { await rm(path); return 'ok'; });
export const agent = ${given};
`;

runPairs('a handler that tools share', shared, sharing);

// Where the settings need an approval, the call is kept for one: what comes behind is for where they do not.
const needing: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'a switch that keeps the call': [
    `if (needsApproval) console.log(path); await rm(path); return 'ok';`,
    `if (needsApproval) { const id = keep(path); return 'waits for ' + id; } await rm(path); return 'ok';`,
  ],
  'a switch of the options': [
    `if (options.requireConfirmation) { keep(path); } await rm(path); return 'ok';`,
    `if (options.requireConfirmation) { return keep(path); } await rm(path); return 'ok';`,
  ],
  'the branch in which it is needed': [
    `if (needsApproval) { keep(path); await rm(path); } return 'ok';`,
    `if (needsApproval) { keep(path); } else { await rm(path); } return 'ok';`,
  ],
  'a switch of another name': [
    `if (options.isCareful) { return keep(path); } await rm(path); return 'ok';`,
    `if (options.mustBeApproved || needsApproval) { return keep(path); } await rm(path); return 'ok';`,
  ],
  'a switch of the input': [
    `const mustConfirm = path.startsWith('/etc'); if (mustConfirm) return keep(path); await rm(path); return 'ok';`,
    `const mustConfirm = options.mustBeApproved; if (mustConfirm) return keep(path); await rm(path); return 'ok';`,
  ],
  'a switch that is never on': [
    `if (neverNeedsApproval) return keep(path); await rm(path); return 'ok';`,
    `if (needsApproval) return keep(path); await rm(path); return 'ok';`,
  ],
  'a switch that the model sets': [
    `if (needsApproval && path !== 'x') { return keep(path); } await rm(path); return 'ok';`,
    `if (!needsApproval) { await rm(path); return 'ok'; } return keep(path);`,
  ],
};

const switchedBy = (body: string): string => `${head}declare const needsApproval: boolean;
const neverNeedsApproval = false;
declare const options: { requireConfirmation: boolean; mustBeApproved: boolean; isCareful: boolean };
const pending = new Map<string, string>();
function keep(path: string): string { pending.set('1', path); return '1'; }
const careful = tool(async ({ path }) => { ${body} }, { name: 'erase', description: 'Erase', schema });
export const agent = ${given};
`;

runPairs('a switch by which approval is needed', needing, switchedBy);

// A handler that is suspended runs again with the answer: what it does has to be out of reach without one.
const suspending: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'a suspension that goes on': [
    `if (!context.agent?.resumeData) { await context.agent?.suspend({ path }); console.log('waits'); } await rm(path); return 'ok';`,
    `if (!context.agent?.resumeData) { await context.agent?.suspend({ path }); console.log('waits'); return 'waits'; } await rm(path); return 'ok';`,
  ],
  'a suspension in the other branch': [
    `if (!context.agent?.resumeData) await context.agent?.suspend({ path }); else console.log(path); await rm(path); return 'ok';`,
    `if (!context.agent?.resumeData) await context.agent?.suspend({ path }); else await rm(path); return 'ok';`,
  ],
  'a suspension in a clause': [
    `switch (context.agent?.resumeData) { case undefined: await context.agent?.suspend({ path }); default: await rm(path); } return 'ok';`,
    `switch (context.agent?.resumeData) { case undefined: await context.agent?.suspend({ path }); break; default: await rm(path); } return 'ok';`,
  ],
};

const suspended = (body: string): string => `import { rm } from 'node:fs/promises';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
const erase = createTool({
  id: 'erase', description: 'Erase', inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }, context) => { ${body} },
});
export const agent = new Agent({ id: 'cleaner', name: 'Cleaner', instructions: 'Clean', model: 'openai/gpt-5', tools: { erase } });
`;

runPairs('a handler that is suspended', suspending, suspended);
