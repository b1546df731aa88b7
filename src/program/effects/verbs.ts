import type { EffectKind } from '../../models/effects/effect.ts';
import {
  changingWords,
  commands,
  frameworkPackages,
  idleEnds,
  idleMethods,
  modelWords,
  prefixes,
  readingEnds,
  sdkPackages,
  servicePackages,
  verbs,
} from '../../models/effects/verbs.ts';
import type { Origin, ts } from '../../type-utils/index.ts';
import { compilerOf, matches, syntax } from '../../type-utils/index.ts';

/** What a method or command of a modelled package does by its name. */
export type Act = EffectKind | 'nothing' | 'unknown';

type Call = ts.CallExpression | ts.NewExpression;

const actOfWord: ReadonlyMap<string, EffectKind | 'nothing'> = new Map(
  verbs.flatMap(({ does, words }) => words.map((word) => [word, does] as const)),
);

/** What a name says by its first word: `bulkDelete`, `DeleteBucketTaggingCommand`. Undefined: nothing that is known. */
export function actByName(name: string): EffectKind | 'nothing' | undefined {
  if (idleEnds.test(name)) return 'nothing';
  const words = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
  const word = words.find((each) => !prefixes.includes(each));
  const act = word === undefined ? undefined : actOfWord.get(word);
  const isChanging = act === 'delete' || (word !== undefined && changingWords.includes(word));
  return readingEnds.test(name) && !isChanging ? 'nothing' : act;
}

/**
 * What a call does of a method, or a `new` of a command, that a modelled package declares and no sink names. Undefined for
 * all other packages.
 */
export function actOf(call: Call, program: ts.Program): Act | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  if (syntax.isNewExpression(call)) return actOfCommand(call, callee, program);
  const isMember = syntax.isAccess(callee);
  if (!isMember) return undefined;
  const compiler = compilerOf(program);
  const { package: owner = '', gives } = compiler.resultOfCall(call);
  const text = syntax.lastNameOf(callee)?.text;
  // `client[method](id)`
  if (text === undefined) return isAmong(owner, servicePackages) ? 'unknown' : undefined;
  // Of what nothing declares, the class is not known.
  if (gives === 'unresolved') return undefined;
  const isOfSdk = isAmong(owner, sdkPackages);
  if (!isOfSdk && !isAmong(owner, servicePackages)) return undefined;
  // What is called on a query that waits to be run, or on a cursor, is a part of it.
  if (gives === 'value' || gives === 'nothing' || compiler.isPending(callee.expression)) return 'nothing';
  if (text === commands.sentBy && isAmong(owner, commands.packages)) return 'nothing';
  if (isIdle(text, [...compiler.originsOf(callee.expression), { package: owner, version: undefined, name: '' }]))
    return 'nothing';
  const act = actByName(text);
  if (!isOfSdk) return act ?? 'unknown';
  if (act === undefined) return modelWords.includes(firstWordOf(text)) ? 'nothing' : 'unknown';
  return act === 'egress' ? 'unknown' : act;
}

function actOfCommand(call: ts.NewExpression, callee: ts.Expression, program: ts.Program): Act | undefined {
  if (!syntax.isIdentifier(callee) && !syntax.isPropertyAccessExpression(callee)) return undefined;
  const [origin] = compilerOf(program).originsOf(call);
  const isCommand = origin?.name.endsWith(commands.end) === true && isAmong(origin.package, commands.packages);
  return isCommand ? (actByName(origin.name) ?? 'unknown') : undefined;
}

function isIdle(method: string, origins: readonly Origin[]): boolean {
  return idleMethods.some(
    ({ of, methods }) =>
      methods.some((name) => (name.endsWith('*') ? method.startsWith(name.slice(0, -1)) : name === method)) &&
      origins.some((origin) => matches(of.names.includes('*') ? { ...origin, name: '*' } : origin, of)),
  );
}

/** Whether a package keeps what is written for the program itself. */
export function isFramework(owner: string): boolean {
  return isAmong(owner, frameworkPackages);
}

function isAmong(owner: string, packages: readonly string[]): boolean {
  const name = owner.replace(/^@types\//, '');
  return packages.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : each === name));
}

function firstWordOf(name: string): string {
  return /^[A-Z]?[a-z]+/.exec(name)?.[0].toLowerCase() ?? name.toLowerCase();
}
