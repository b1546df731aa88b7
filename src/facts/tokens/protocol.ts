import { memo } from '../../memo.ts';
import type { CalleeRef, Op, Protocol } from '../../models/sessions/protocol.ts';
import type { TokenModel } from '../../models/tokens/token-model.ts';

/** The states of every token. A call that fails has spent its token all the same. */
const MINTED = 'minted';
const SPENT = 'spent';

/**
 * A token as the typestate engine takes it: minted by the calls that make one, and spent by the first call that it is
 * given to. Undefined for what may be used any number of times.
 */
function tokenProtocolOf(model: TokenModel): Protocol | undefined {
  if (model.spends.length === 0) return undefined;
  const { tests = [] } = model;
  return {
    id: model.id,
    noun: model.noun,
    subjects: model.types,
    states: { [MINTED]: { phase: 'open', text: 'minted' }, [SPENT]: { phase: 'consumed', text: 'spent' } },
    factories: model.mints.map(({ callee }) => ({ callee, state: MINTED })),
    ops: Object.fromEntries<Op>([
      ...tests.map((callee): [string, Op] => [nameOf(callee), { role: 'use', from: [MINTED, SPENT] }]),
      ...model.spends.map(({ callee }): [string, Op] => [
        nameOf(callee),
        { role: 'use', from: [MINTED], moves: { [MINTED]: SPENT }, misuse: { [SPENT]: 'rejects' } },
      ]),
    ]),
    calls: [...tests, ...model.spends.map(({ callee }) => callee)].map((callee) => ({
      callee,
      takes: 'subject',
      op: nameOf(callee),
    })),
    sealed: true,
    source: model.source,
  };
}

/** The protocols of some tokens: the same array for the same tokens. */
export const tokenProtocolsOf = memo((models: readonly TokenModel[]): readonly Protocol[] =>
  models.flatMap((model) => tokenProtocolOf(model) ?? []),
);

/** What a message calls a call that takes a token. */
function nameOf({ method, names: [name = ''] }: CalleeRef): string {
  return method ?? name;
}
