import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DelegationGraph, excessOf, reachOf, type Way } from '../../src/analysis/delegation.ts';

const CAPABILITIES = 6;

interface RandomStep {
  readonly from: number;
  readonly to: number;
  readonly lets: readonly number[] | null;
}

interface RandomGraph {
  readonly caps: readonly (readonly number[])[];
  readonly steps: readonly RandomStep[];
  readonly principal: number;
  readonly scope: readonly number[];
  readonly grants: readonly { readonly to: number; readonly tools: readonly number[] }[];
}

const capabilities = fc.uniqueArray(fc.nat({ max: CAPABILITIES - 1 }));

/** Up to twelve agents, steps in circles and to oneself, some that let only a part through, and grants. */
const graphs: fc.Arbitrary<RandomGraph> = fc.integer({ min: 1, max: 12 }).chain((size) => {
  const agent = fc.nat({ max: size - 1 });
  return fc.record({
    caps: fc.array(capabilities, { minLength: size, maxLength: size }),
    steps: fc.array(fc.record({ from: agent, to: agent, lets: fc.option(capabilities, { freq: 3 }) }), {
      maxLength: 20,
    }),
    principal: agent,
    scope: capabilities,
    grants: fc.array(fc.record({ to: agent, tools: capabilities }), { maxLength: 4 }),
  });
});

describe('delegation', () => {
  it('finds on 2,000 random graphs what trying every way finds, by ways that are as short', () => {
    fc.assert(
      fc.property(graphs, (random) => {
        expect(lengths(reach(random))).toEqual(byTrying({ ...random, scope: [], grants: [] }));
        expect(lengths(excess(random))).toEqual(byTrying(random));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives ways that are there, and that nothing licenses', () => {
    fc.assert(
      fc.property(graphs, (random) => {
        for (const [capability, way] of excess(random)) expect(isWay(random, capability, way)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves the greatest solution of the equations', () => {
    fc.assert(
      fc.property(graphs, (random) => {
        expect(new Set(excess(random).keys())).toEqual(outsideGreatestFixpoint(random));
      }),
      { numRuns: 2000 },
    );
  });

  it('loses no finding when a scope, or a grant, is made smaller', () => {
    fc.assert(
      fc.property(graphs, capabilities, fc.nat({ max: 4 }), (random, taken, dropped) => {
        const smaller = {
          ...random,
          scope: random.scope.filter((capability) => !taken.includes(capability)),
          grants: random.grants.filter((_, index) => index !== dropped),
        };
        const after = excess(smaller);

        for (const [capability, way] of excess(random))
          expect(after.get(capability)?.length ?? Infinity).toBeLessThanOrEqual(way.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds nothing new when a step, or what one lets through, is taken away', () => {
    fc.assert(
      fc.property(graphs, fc.nat({ max: 20 }), capabilities, (random, index, left) => {
        const steps = random.steps.flatMap((step, at) =>
          at !== index ? [step] : step.lets ? [{ ...step, lets: step.lets.filter((each) => left.includes(each)) }] : [],
        );
        const before = excess(random);

        for (const capability of excess({ ...random, steps }).keys()) expect(before.has(capability)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on the order of the steps', () => {
    fc.assert(
      fc.property(graphs, (random) => {
        expect(lengths(excess({ ...random, steps: [...random.steps].reverse() }))).toEqual(lengths(excess(random)));
      }),
      { numRuns: 2000 },
    );
  });

  it('tries few ways where there are many', () => {
    // Each of 200 agents runs each other one: there are more ways than atoms.
    const agents = Array.from({ length: 200 }, (_, index) => index);
    let asked = 0;
    const graph: DelegationGraph<number, string> = {
      capsOf: (agent) => [`tool ${agent}`],
      stepsFrom: () => ((asked += agents.length), agents.map((to) => ({ to }))),
    };

    expect(reachOf(graph, 0).get('tool 199')).toEqual([0, 199]);
    expect(asked).toBe(2 * agents.length ** 2);
  });
});

function graphOf({ caps, steps }: RandomGraph): DelegationGraph<number, number> {
  return {
    capsOf: (agent) => caps[agent]!,
    stepsFrom: (agent) =>
      steps
        .filter(({ from }) => from === agent)
        .map(({ to, lets }) => ({ to, lets: lets ? new Set(lets) : undefined })),
  };
}

function reach(random: RandomGraph): ReadonlyMap<number, Way<number>> {
  return reachOf(graphOf(random), random.principal);
}

function excess(random: RandomGraph): ReadonlyMap<number, Way<number>> {
  const grants = new Map<number, Set<number>>();
  for (const { to, tools } of random.grants) grants.set(to, new Set([...(grants.get(to) ?? []), ...tools]));
  return excessOf(graphOf(random), random.principal, { scope: new Set(random.scope), grants });
}

function lengths(ways: ReadonlyMap<number, Way<number>>): Record<number, number> {
  return Object.fromEntries([...ways].map(([capability, way]) => [capability, way.length]));
}

/** Walks every way without a circle, one after the other, and keeps the length of the shortest for each capability. */
function byTrying({ caps, steps, principal, scope, grants }: RandomGraph): Record<number, number> {
  const shortest: Record<number, number> = {};
  for (let capability = 0; capability < CAPABILITIES; capability++)
    if (!scope.includes(capability)) walk(capability, [principal]);
  return shortest;

  function walk(capability: number, way: readonly number[]): void {
    const last = way.at(-1)!;
    if (caps[last]!.includes(capability)) shortest[capability] = Math.min(shortest[capability] ?? Infinity, way.length);
    for (const { from, to, lets } of steps) {
      const isGranted = grants.some((grant) => grant.to === to && grant.tools.includes(capability));
      if (from !== last || way.includes(to) || isGranted || (lets && !lets.includes(capability))) continue;
      walk(capability, [...way, to]);
    }
  }
}

function isWay({ caps, steps, principal, grants }: RandomGraph, capability: number, way: Way<number>): boolean {
  return (
    way[0] === principal &&
    caps[way.at(-1)!]!.includes(capability) &&
    way.slice(1).every((to, index) => {
      const isGranted = grants.some((grant) => grant.to === to && grant.tools.includes(capability));
      const isStep = steps.some(
        (step) => step.from === way[index] && step.to === to && (step.lets?.includes(capability) ?? true),
      );
      return isStep && !isGranted;
    })
  );
}

/** Starts with everything everywhere, and takes away until nothing changes. */
function outsideGreatestFixpoint({ caps, steps, principal, scope, grants }: RandomGraph): Set<number> {
  const all = Array.from({ length: CAPABILITIES }, (_, capability) => capability);
  const effective = caps.map(() => new Set(all));
  effective[principal] = new Set(scope);
  const reached = new Set([principal]);
  for (const agent of reached) for (const { from, to } of steps) if (from === agent) reached.add(to);
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const agent of reached) {
      if (agent === principal) continue;
      const above = steps.filter(({ from, to }) => to === agent && reached.has(from));
      for (const capability of [...effective[agent]!]) {
        const isGranted = grants.some(({ to, tools }) => to === agent && tools.includes(capability));
        const isLent = above.every(
          ({ from, lets }) => effective[from]!.has(capability) || (lets !== null && !lets.includes(capability)),
        );
        if (isGranted || isLent) continue;
        effective[agent]!.delete(capability);
        isStable = false;
      }
    }
  }
  return new Set(
    [...reached].flatMap((agent) => caps[agent]!.filter((capability) => !effective[agent]!.has(capability))),
  );
}
