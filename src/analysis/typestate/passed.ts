import { type FlowGraph, type Invoke, type Slot } from '../flow-graph.ts';
import type { Frame } from './frame.ts';
import type { Callee } from './semantics.ts';
import type { State } from './state.ts';
import { PART } from './store.ts';
import { isBare, type Link, noObjects, type ObjectId, type Pending, sessionValue, type Value } from './values.ts';

/** A session that a function of the program gets. */
export interface Passed {
  /** What the function knows it by: for certain, and on some paths. */
  readonly certain: Slot[];
  readonly possible: Slot[];
  /** It gets no session, but the promise of an operation on it: of one for each protocol that knows the operation. */
  readonly promises?: readonly Pending[];
  /** It gets no session, but what lives on it: `pick(await client.tools())`. */
  readonly link?: Link;
  /** Another one, or something that is no session, may be there instead. */
  isOneOfSeveral: boolean;
  other: boolean;
}

/** A call of a function of the program. */
export interface Passing {
  readonly call: Invoke;
  readonly callee: Callee;
  readonly values: readonly Value[];
  /** The class instance that a method is called on. */
  readonly owner: Value | undefined;
}

/** The sessions that a function gets, as arguments or around it; the others that it gets a hold of escape. */
export function passedBy(
  frame: Frame,
  state: State,
  { call, callee: { graph, sharesThis }, values, owner }: Passing,
): ReadonlyMap<ObjectId, Passed> {
  const { semantics, store } = frame;
  const passed = new Map<ObjectId, Passed>();
  const unfollowed: Value[] = [];
  const promised: { readonly value: Value; readonly slot: Slot }[] = [];
  const linked: { readonly link: Link; readonly slot: Slot }[] = [];
  const pass = (value: Value, slot: Slot): void => {
    const isAlone = value.objects.length === 1 && !value.other;
    for (const id of value.objects) {
      // What the function adds to a stack, or disposes, is not followed.
      if (store.objects[id]?.isStack) {
        store.escapeObjects(state, [id]);
        continue;
      }
      let known = passed.get(id);
      if (!known) passed.set(id, (known = { certain: [], possible: [], isOneOfSeveral: false, other: false }));
      const isCertain = isAlone && !(value.nullish && store.objects[id]?.made === true);
      const slots = isCertain ? known.certain : known.possible;
      if (!slots.includes(slot)) slots.push(slot);
      known.isOneOfSeveral ||= !isAlone;
      known.other ||= value.other;
    }
  };
  values.forEach((value, index) => {
    const parameter = graph.parameters[index];
    const isSession =
      value.objects.length > 0 && value.pending.length + value.links.length + value.carried.length === 0;
    if (!parameter || parameter.reassignedElsewhere) unfollowed.push(value);
    else if (isSession) pass(value, parameter);
    else if (call.awaited && isPlainPromise(value)) promised.push({ value, slot: parameter });
    else {
      const link = call.awaited || !graph.isAsync ? onlyLinkOf(value) : undefined;
      if (link) linked.push({ link, slot: parameter });
      else unfollowed.push(value);
    }
  });
  for (const [declaration, value] of state.env) {
    const slot = frame.slotOf(declaration);
    if (!slot || (slot.kind === 'field' && !sharesThis) || !semantics.mayReach(graph.fn, slot)) continue;
    if (!semantics.usesOf(graph.fn, slot)) continue;
    store.blur(state, value);
    store.escapeObjects(state, value.owned);
    pass(value, slot);
  }
  if (owner) passFields(frame, state, graph, owner, pass);
  for (const { value, slot } of promised) {
    const id = value.pending[0]?.object;
    // Which of the two the function does something with first is not followed.
    if (id === undefined || passed.has(id)) unfollowed.push(value);
    else
      passed.set(id, { certain: [slot], possible: [], promises: value.pending, isOneOfSeveral: false, other: false });
  }
  for (const { link, slot } of linked)
    if (passed.has(link.object)) store.escapeObjects(state, [link.object]);
    else passed.set(link.object, { certain: [slot], possible: [], link, isOneOfSeveral: false, other: false });
  store.escapeArguments(state, unfollowed, noObjects);
  // Which of several names is another one's is not followed.
  for (const [id, { possible }] of passed)
    if (possible.length > 1) {
      store.escapeObjects(state, [id]);
      passed.delete(id);
    }
  return passed;
}

/** A method gets the sessions in the fields of its instance. */
function passFields(
  { semantics, store }: Frame,
  state: State,
  { fn }: FlowGraph,
  owner: Value,
  pass: (value: Value, slot: Slot) => void,
): void {
  const fields = store.fieldsOf(owner);
  if (fields.length === 0) store.escapeObjects(state, owner.owned);
  for (const [slot, id] of fields) if (semantics.usesOf(fn, slot)) pass(sessionValue(id), slot);
}

/** What a value lives on, where it is nothing else. */
function onlyLinkOf(value: Value): Link | undefined {
  const [link, ...others] = value.links;
  return link && link.role !== PART && others.length === 0 && isBare({ ...value, links: [] }) ? link : undefined;
}

/** Whether a value is the promise of one operation on one session, and nothing else. */
function isPlainPromise(value: Value): boolean {
  const [first] = value.pending;
  return (
    first !== undefined &&
    value.pending.every(
      ({ object, site, strong, isRaced }) => object === first.object && site === first.site && strong && !isRaced,
    ) &&
    value.steps?.length === 0 &&
    isBare({ ...value, pending: [] })
  );
}
