import { describe } from 'vitest';
import { itCompiles, scenario } from './harness.ts';

describe('sessions in a list', () => {
  scenario(
    'opened in a forEach that nothing waits for, and used at once',
    `
export async function pushed() {
  const members: Client[] = [];
  urls.forEach(async () => {
    const member = new Client(info);
    members.push(member);
    await member.connect(newTransport()); // :pushed
  });
  return Promise.all(members.map((one) => one.listTools())); // D use/opening unawaited=pushed
}
export async function mapped() {
  const members = urls.map(() => new Client(info));
  members.forEach(async (member) => {
    await member.connect(newTransport()); // :mapped
  });
  for (const one of members) log(await one.listTools()); // D use/opening unawaited=mapped
}
export async function written() {
  const members = [new Client(info), new Client(info)];
  members.forEach((member) => member.connect(newTransport())); // :written
  return members[0]!.listTools(); // D use/opening unawaited=written
}`,
  );

  scenario(
    'not: awaited, opened elsewhere too, added later, or used after something else is awaited',
    `
export async function awaited() {
  const members = urls.map(() => new Client(info));
  await Promise.all(members.map(async (member) => member.connect(newTransport())));
  for (const one of members) log(await one.listTools());
}
export async function twice() {
  const members = urls.map(() => new Client(info));
  for (const member of members) await member.connect(newTransport());
  members.forEach(async (member) => {
    await member.close();
    await member.connect(newTransport());
  });
  for (const one of members) log(await one.listTools());
}
export async function later() {
  const members: Client[] = [];
  urls.forEach(async () => {
    const member = new Client(info);
    await member.connect(newTransport());
    members.push(member);
  });
  for (const one of members) log(await one.listTools());
}
export async function waited() {
  const members = urls.map(() => new Client(info));
  members.forEach(async (member) => {
    await member.connect(newTransport());
  });
  await delay(1000);
  for (const one of members) log(await one.listTools());
}
export async function waitedInside() {
  const members = urls.map(() => new Client(info));
  members.forEach(async (member) => {
    await member.connect(newTransport());
  });
  return members.map(async (one) => {
    await delay(1000);
    return one.listTools();
  });
}
export const shared: Client[] = [];
export function start() {
  const member = new Client(info);
  shared.push(member);
  urls.forEach(async () => {
    await member.connect(newTransport());
  });
  return shared.map((one) => one.listTools());
}`,
  );

  itCompiles();
});
