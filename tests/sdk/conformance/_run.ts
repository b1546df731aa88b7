import { observe, expected, expectedAfter, type Rig } from './observe.ts';
const [, , file, name] = process.argv;
process.on('unhandledRejection', (e) => console.log('UNHANDLED', e));
const mod = await import(file!);
for (const rig of Object.values(mod).flat() as Rig[]) {
  if (!rig?.protocol || (name && !rig.protocol.id.includes(name))) continue;
  const t = Date.now();
  const all = await observe(rig);
  let bad = 0;
  for (const o of all) {
    const e = expected(rig.protocol, o.state, o.op);
    const okEarly = e === 'ok' && o.seen === 'races' && rig.protocol.states[o.state]!.phase === 'opening';
    if (e !== o.seen && !okEarly) {
      bad++;
      console.log(rig.protocol.id, `${o.state}/${o.op}`, 'expected', e, 'seen', o.seen, o.message ?? '');
    }
    const a = expectedAfter(rig.protocol, o.state, o.op);
    if (a && o.after && !o.after.includes(a)) {
      bad++;
      console.log(rig.protocol.id, `${o.state}/${o.op}`, 'expected after', a, 'shows', o.after);
    }
  }
  console.log(rig.protocol.id, all.length, 'cells', bad, 'differ', Date.now() - t, 'ms');
}
