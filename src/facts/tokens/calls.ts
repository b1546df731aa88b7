import type { CalleeRef } from '../../models/sessions/protocol.ts';
import type { MintModel, SpendModel, TokenModel } from '../../models/tokens/token-model.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  callsIn,
  compilerOf,
  constantInitializerOf,
  filesReaching,
  functionsIn,
  isCallOf,
  isConstant,
  lastNamesOf,
  matches,
  mentions,
  scopeOf,
  syntax,
} from '../../type-utils/index.ts';
import { valueOf } from '../../program/values/functions.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { placeOf, valueAt } from './places.ts';

type Call = ts.CallExpression | ts.NewExpression;

/** A call that mints a token. */
export interface Mint {
  readonly model: TokenModel;
  readonly rule: MintModel;
  readonly call: Call;
}

/** A call that spends one. */
export interface Spend {
  readonly model: TokenModel;
  readonly rule: SpendModel;
  readonly call: Call;
  /** The token that it is given. */
  readonly token: ts.Expression;
}

/** How many variables and conditions lie between a token and the call that made it, at most. */
const MAX_DEPTH = 8;

/** Finds the calls that mint and spend tokens: by their names first, then by their symbols. */
export class TokenCalls {
  readonly #program: ts.Program;
  readonly #models: readonly TokenModel[];
  readonly #names: ReadonlySet<string>;

  constructor(program: ts.Program, models: readonly TokenModel[]) {
    this.#program = program;
    this.#models = models;
    this.#names = new Set(
      models.flatMap(({ mints, spends }) => [...mints, ...spends].flatMap(({ callee }) => lastNamesOf(callee))),
    );
  }

  /** The calls of a file that spend a token. */
  spendsIn(file: ts.SourceFile): readonly Spend[] {
    const imported = functionsIn(file).flatMap(({ original, names }) =>
      original !== undefined && this.#names.has(original) ? names : [],
    );
    const wanted = withAliases(new Set([...this.#names, ...imported]), file);
    const isWanted = (name: string): boolean => wanted.has(name);
    return callsIn(file, isWanted).flatMap((call) => this.#spendAt(call) ?? []);
  }

  #spendAt(call: Call): Spend | undefined {
    for (const model of this.#models) {
      const rule = model.spends.find(({ callee }) => this.isCallOf(call, callee));
      const token = rule && call.arguments?.[rule.token];
      if (rule && token) return { model, rule, call, token };
    }
    return undefined;
  }

  #mintAt(call: Call): Mint | undefined {
    for (const model of this.#models) {
      const rule = model.mints.find(({ callee }) => this.isCallOf(call, callee));
      if (rule) return { model, rule, call };
    }
    return undefined;
  }

  /** Whether a call is of this function, method or class. */
  isCallOf(call: Call, callee: CalleeRef): boolean {
    const name = calledName(call);
    if (name === undefined) return false;
    const isNamed =
      lastNamesOf(callee).includes(name) || syntax.isIdentifier(syntax.withoutAssertions(call.expression));
    const origin = isNamed ? compilerOf(this.#program).calleeOrigin(call) : undefined;
    if (origin && isCallOf(origin, callee)) return true;
    return callee.method === undefined && this.#isHeld(call.expression, callee);
  }

  /** Whether a constant, or an object that one holds, has this function under another name. */
  #isHeld(reference: ts.Expression, callee: CalleeRef, depth = 0): boolean {
    const place = depth > MAX_DEPTH ? undefined : placeOf(reference);
    const held = place && (valueAt(place)?.value ?? heldBy(reference));
    const name = held && syntax.lastNameOf(held);
    if (!held || !name) return false;
    const origin = compilerOf(this.#program).originOfName(name);
    const isIt = origin !== undefined && matches(origin, callee);
    return isIt || this.#isHeld(held, callee, depth + 1);
  }

  /** The calls of which a token can come. Undefined: not all of them are known. */
  mintsOf(token: ts.Expression, depth = 0): readonly Mint[] | undefined {
    const value = valueOf(token);
    if (depth > MAX_DEPTH) return undefined;
    if (syntax.isCallOrNew(value)) {
      const mint = this.#mintAt(value);
      return mint && [mint];
    }
    const values = syntax.isConditionalExpression(value)
      ? [value.whenTrue, value.whenFalse]
      : syntax.isIdentifier(value)
        ? assignedTo(value)
        : undefined;
    const mints = values?.map((each) => this.mintsOf(each, depth + 1));
    if (!mints || mints.length === 0 || mints.includes(undefined)) return undefined;
    return mints.flatMap((each) => each ?? []);
  }
}

function heldBy(reference: ts.Expression): ts.Expression | undefined {
  const name = syntax.withoutAssertions(reference);
  return syntax.isIdentifier(name) ? constantInitializerOf(name) : undefined;
}

/** The names of functions, and those that a file's variables and properties give to them. */
function withAliases(names: ReadonlySet<string>, file: ts.SourceFile): ReadonlySet<string> {
  const all = new Set(names);
  const add = (name: ts.Node | undefined, value: ts.Expression | undefined): void => {
    const held = value && syntax.lastNameOf(value);
    if (held && all.has(held.text) && name && syntax.isIdentifier(name)) all.add(name.text);
  };
  for (const node of nodesIn(file, isNaming, anywhere)) {
    if (!syntax.isBindingElement(node)) add(node.name, node.initializer);
    else if (node.propertyName && syntax.isIdentifier(node.propertyName)) add(node.name, node.propertyName);
  }
  return all;
}

function isNaming(node: ts.Node): node is ts.BindingElement | ts.PropertyAssignment | ts.VariableDeclaration {
  return syntax.isVariableDeclaration(node) || syntax.isPropertyAssignment(node) || syntax.isBindingElement(node);
}

/** All that a variable is given. Undefined for what is not a variable. */
function assignedTo(name: ts.Identifier): readonly ts.Expression[] | undefined {
  const binding = bindingOf(name);
  if (!binding || !syntax.isVariableDeclaration(binding) || !syntax.isIdentifier(binding.name)) return undefined;
  const values = binding.initializer ? [binding.initializer] : [];
  if (isConstant(binding)) return values;
  const assignments = nodesIn(scopeOf(binding), syntax.isPlainAssignment, anywhere).filter(
    ({ left }) => syntax.isIdentifier(left) && bindingOf(left) === binding,
  );
  return [...values, ...assignments.map(({ right }) => right)];
}

/**
 * Whether a file can misuse tokens: its imports reach a package that has them, and it is not that package's own, where
 * they are rightly made.
 */
export function mayMisuseTokens(file: ts.SourceFile, program: ts.Program, models: readonly TokenModel[]): boolean {
  return (
    !file.isDeclarationFile &&
    models.some((model) => filesWith(model, program).has(file)) &&
    !isOfOwner(file, program, models)
  );
}

const filesWith = memo((model: TokenModel, program: ts.Program): ReadonlySet<ts.SourceFile> => {
  const refs = [...model.types, ...model.mints.map(({ callee }) => callee)];
  return mentions(program, refs) ? filesReaching(program, refs) : new Set();
});

function isOfOwner(file: ts.SourceFile, program: ts.Program, models: readonly TokenModel[]): boolean {
  const name = compilerOf(program).packageOf(file);
  return models.some(({ types }) => types.some(({ packages }) => name !== undefined && packages.includes(name)));
}
