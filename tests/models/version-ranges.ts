import { isInRelease, placesIn, type Release } from '../../src/facts/agents/releases.ts';
import type { AgentSdk, CallModel, Place } from '../../src/models/agents/agent-sdk.ts';
import { agentSdks } from '../../src/models/agents/index.ts';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import type { CalleeRef, ExportRef, Protocol, Versions } from '../../src/models/sessions/protocol.ts';
import { isVersionIn } from '../../src/type-utils/versions.ts';
import type { Declared, Presence, SdkDeclarations } from './sdk-declarations.ts';

/** An option, a call or an operation of a model, with the versions in which the model has it. */
export interface Claim {
  /** The model, and the option in it: `ai-sdk.generateText: toolApproval`. */
  readonly text: string;
  /** The file of the model. */
  readonly file: string;
  readonly callee: CalleeRef;
  /** The place of the option. Undefined: the claim is that the call or method is there. */
  readonly place?: Place;
  /** All of these have to hold. */
  readonly versions: readonly Versions[];
  /** Properties whose members count as its own. */
  readonly views?: readonly string[];
  /** An object of that type stands for the call. */
  readonly isObject: boolean;
}

/** What the declarations of a release say of a claim. */
export interface Comparison {
  readonly claim: Claim;
  readonly release: Release;
  readonly expected: boolean;
  readonly found: Presence;
}

/** Options that a model leaves out of versions which declare them, since they do not yet do there what the model describes. */
export interface AcceptedDifference {
  readonly package: string;
  /** As `Claim.text` names them. */
  readonly options: readonly string[];
  /** The versions that declare them. */
  readonly declared: string;
  /** A sentence. */
  readonly reason: string;
}

const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    package: '@mastra/core',
    options: [
      'mastra.Agent: defaultOptions.activeTools',
      'mastra.Agent.generate.toolsets: activeTools',
      'mastra.Agent.stream.toolsets: activeTools',
      'mastra.Agent.generate: activeTools',
      'mastra.Agent.stream: activeTools',
    ],
    declared: '>=1.0.0',
    reason:
      'Before 1.11.0 a tool that it leaves out is at most not shown to the model, and runs when the model calls it.',
  },
];

/** The files of models that are not named after their SDK. */
const fileNames: ReadonlyMap<string, string> = new Map([['adk', 'google-adk']]);

/** All that the models say of options and operations, each once. */
export const claims: readonly Claim[] = [
  ...agentSdks.flatMap(claimsOfSdk),
  ...builtInProtocols.flatMap(claimsOfProtocol),
];

/** The places of a model that are not looked up: what a class of the program overrides, and arguments counted from the end. */
function isReadable({ argument, path = [] }: Place): boolean {
  return argument !== 'receiver' && argument >= 0 && path.length > 0;
}

function claimsOfSdk({ id, name: _name, source: _source, ...kinds }: AgentSdk): readonly Claim[] {
  const models: readonly CallModel[] = Object.values(kinds).flat();
  const file = `src/models/agents/${fileNames.get(id) ?? id}.ts`;
  return models.flatMap((model): readonly Claim[] => {
    const { callee, versions } = model;
    const isObject = 'isLiteral' in model;
    const base = { file, callee, isObject, versions: [versions ?? [], callee.versions ?? []].flat() };
    const places = 'members' in model || 'member' in model ? [] : placesIn(model).filter(isReadable);
    return [
      { ...base, text: model.id },
      ...places.map((place) => ({
        ...base,
        text: `${model.id}: ${place.path?.join('.') ?? ''}`,
        place,
        versions: [...base.versions, place.versions ?? []].flat(),
      })),
    ];
  });
}

function claimsOfProtocol({ id, subjects, ops, views = [] }: Protocol): readonly Claim[] {
  return subjects.flatMap((subject: ExportRef) =>
    Object.entries(ops).map(([method, { versions }]) => ({
      text: `${id}: ${subject.names.join(' or ')}.${method}`,
      file: 'src/models/',
      callee: { ...subject, method },
      views,
      isObject: false,
      versions: [subject.versions ?? [], versions ?? []].flat(),
    })),
  );
}

/**
 * Compares claims with the declarations of a release: of those that are about something that this package declares. A
 * package that only passes on what another one declares has it, and does not say with which options.
 */
export function compare(declarations: SdkDeclarations, release: Release): readonly Comparison[] {
  const named = { package: release.package, version: release.version };
  return claims.flatMap((claim): readonly Comparison[] => {
    if (!claim.callee.packages.includes(release.package)) return [];
    if (claim.callee.versions !== undefined && !isVersionIn(release.version, claim.callee.versions)) return [];
    const { versions: _versions, method, ...ref } = claim.callee;
    const owners = declarations
      .find({ ...ref, packages: [release.package] })
      .filter(({ origin }) => origin.version === release.version);
    // What has no such class has no session of it: nothing that a program can import.
    if (claim.views && owners.length === 0) return [];
    const expected = claim.versions.every((each) => isInRelease(each, named));
    const isElsewhere = owners.length === 0 && declarations.passesOn(release.package, ref.names);
    const found = isElsewhere ? 'unreadable' : presenceOf(claim, owners, method, declarations);
    return [{ claim, release, expected, found }];
  });
}

function presenceOf(
  { callee, place, isObject, views = [] }: Claim,
  owners: readonly Declared[],
  method: string | undefined,
  declarations: SdkDeclarations,
): Presence {
  if (!place) {
    const isThere = owners.some(
      (owner) =>
        method === undefined ||
        declarations.hasMember(owner, method) ||
        declarations.membersOf(owner, views).has(method),
    );
    return isThere ? 'present' : 'absent';
  }
  const found = owners.map((owner) => declarations.hasPlace(owner, callee, place, isObject));
  return (['present', 'unreadable'] as const).find((each) => found.includes(each)) ?? 'absent';
}

/**
 * The comparisons of a package that do not fit, and are not accepted. Of what no release of the package declares, another
 * package does, or only calls and awaits have it; and an option of a call that is not there is none either.
 */
export function wrongIn(
  comparisons: readonly Comparison[],
  accepted: readonly AcceptedDifference[] = acceptedDifferences,
): readonly Comparison[] {
  const declared = new Set(comparisons.flatMap(({ claim, found }) => (found === 'absent' ? [] : [calledBy(claim)])));
  return comparisons.filter(
    (each) => differs(each) && declared.has(calledBy(each.claim)) && !accepted.some((entry) => accepts(entry, each)),
  );
}

/**
 * The accepted differences in all that was compared of some packages, as lines; those that are none are wrong: an option
 * that is not there, one that differs in no version, and versions that declare it, or do not, against what the entry says.
 */
export function acceptedIn(
  comparisons: readonly Comparison[],
  entries: readonly AcceptedDifference[] = acceptedDifferences,
): { readonly accepted: readonly string[]; readonly wrong: readonly string[] } {
  const accepted: string[] = [];
  const wrong: string[] = [];
  for (const entry of entries) {
    if (!comparisons.some(({ release }) => release.package === entry.package)) continue;
    for (const option of entry.options) {
      const own = comparisons.filter(
        ({ claim, release }) => claim.text === option && release.package === entry.package,
      );
      const left = own.filter((each) => accepts(entry, each)).map(({ release }) => release.version);
      const line = `${option}: ${entry.package} ${entry.declared} declares it`;
      if (left.length > 0 && own.every((each) => isDeclaredAs(entry, each)))
        accepted.push(`${line}, and the model leaves it out of ${left.join(', ')}. ${entry.reason}`);
      else wrong.push(`${line} and the model leaves it out, which is accepted, and not so`);
    }
  }
  return { accepted, wrong };
}

function differs({ expected, found }: Comparison): boolean {
  return found !== 'unreadable' && expected !== (found === 'present');
}

/** Whether an option is left out of a release that declares it, as an entry says. */
function accepts(entry: AcceptedDifference, comparison: Comparison): boolean {
  const { claim, release, expected, found } = comparison;
  const isNamed = release.package === entry.package && entry.options.includes(claim.text);
  return isNamed && !expected && found === 'present' && isDeclaredAs(entry, comparison);
}

function isDeclaredAs({ declared }: AcceptedDifference, { release, found }: Comparison): boolean {
  return found === 'unreadable' || (found === 'present') === isVersionIn(release.version, declared);
}

/** What a claim is about, without the option: each method of a session by itself. */
function calledBy({ callee: { packages, names, method } }: Claim): string {
  return [packages.join('|'), names.join('|'), method].join(' ');
}

/** A comparison as a line: what was expected, what was found, and where to correct it. */
export function lineOf({ claim, release, expected, found }: Comparison): string {
  const said = claim.versions.map((each) => JSON.stringify(each)).join(' and ') || 'all versions';
  return `${claim.file}  ${claim.text}: ${release.package} ${release.version ?? ''} ${found === 'present' ? 'has' : 'lacks'} it, and the model says ${expected ? 'has' : 'lacks'} (${said})`;
}
