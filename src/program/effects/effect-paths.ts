import type { Target } from '../../models/effects/effect.ts';
import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { DataPaths, namesDeclaredBy } from './data-dependence.ts';
import type { Effect } from './effects.ts';
import type { Step } from '../values/runs.ts';

/** The way to one effect, with what the model gives to each call on it. */
export class EffectWay {
  readonly call: ts.Node;
  readonly functions: readonly ts.Node[];
  /** What runs the functions on the way, the first of which nothing in the program runs. */
  readonly steps: readonly Step[];
  readonly #effect: Effect;
  /** Of the function in which the effect is done. */
  readonly #given: DataPaths | undefined;

  constructor(effect: Effect, begins: readonly ts.Node[], isFixed: (node: ts.Node) => boolean) {
    this.#effect = effect;
    this.call = effect.call;
    this.functions = effect.frames.map(({ fn }) => fn);
    let given: DataPaths | undefined;
    for (const [index, { fn, isCallback }] of effect.frames.entries()) {
      const call = effect.path[index - 1];
      // What is given to a function inside another one, that one's names are still to be seen.
      const names: ts.Node[] =
        given && call ? [...given.names, ...receivedBy(fn, call, isCallback, given)] : [...begins];
      given = new DataPaths(fn, names, isFixed);
    }
    this.#given = given;
    this.steps = effect.frames.map((frame, index) => ({ ...frame, call: effect.path[index - 1] }));
  }

  /** Whether the model sees what is read: it comes back by each function on the way. */
  get isReturned(): boolean {
    const { frames, path } = this.#effect;
    return frames.every(({ fn }, index) => {
      const call = path[index];
      return call !== undefined && new DataPaths(fn, [call]).isReturned;
    });
  }

  /** Whether anything that the call is given depends on what the model says. */
  get isGivenAny(): boolean {
    return argumentsOf(this.call).some((argument) => this.#given?.dependsOn(argument));
  }

  isGivenAt(target: Target): boolean {
    return this.valuesAt(target).some((value) => this.#given?.dependsOn(value));
  }

  /** What says at the call who is reached or what is read. */
  valuesAt(target: Target): readonly ts.Expression[] {
    if (!('argument' in target)) return [];
    const { properties } = target;
    const callee = syntax.isCallOrNew(this.call) ? syntax.withoutAssertions(this.call.expression) : undefined;
    const receiver = callee && syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    const argument = target.argument === 'receiver' ? receiver : argumentsOf(this.call)[target.argument];
    if (!argument || !properties) return argument ? [argument] : [];
    const node = syntax.withoutAssertions(argument);
    if (!syntax.isObjectLiteralExpression(node)) return [node];
    return node.properties.flatMap((property): readonly ts.Expression[] => {
      if (syntax.isSpreadAssignment(property)) return [property.expression];
      if (!syntax.isIdentifier(property.name)) return [];
      if (!properties.includes(property.name.text)) return [];
      if (syntax.isShorthandPropertyAssignment(property)) return [property.name];
      return syntax.isPropertyAssignment(property) ? [property.initializer] : [];
    });
  }
}

function argumentsOf(call: ts.Node): readonly ts.Expression[] {
  if (syntax.isCallOrNew(call)) return call.arguments ?? [];
  return syntax.isTaggedTemplateExpression(call) ? [call.template] : [];
}

/** The parameters of a function that a call gives some of it. */
function receivedBy(fn: ts.Node, call: ts.Node, isCallback: boolean, given: DataPaths): readonly ts.Node[] {
  const maker = syntax.isClassLike(fn) ? fn.members.find(syntax.isConstructorDeclaration) : fn;
  if (!maker || !syntax.isFunctionLike(maker) || !syntax.isCallOrNew(call)) return [];
  const { parameters } = maker;
  if (isCallback) return given.dependsOn(call) ? parameters.flatMap(namesDeclaredBy) : [];
  const values = call.arguments ?? [];
  const spread = values.findIndex(syntax.isSpreadElement);
  return parameters.flatMap((parameter, index) => {
    const isOfRest = parameter.dotDotDotToken !== undefined || (spread >= 0 && index >= spread);
    const own = isOfRest ? values.slice(Math.min(index, spread >= 0 ? spread : index)) : values.slice(index, index + 1);
    return own.some((value) => given.dependsOn(value)) ? namesDeclaredBy(parameter) : [];
  });
}
