import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isConstant, patternHolderOf, syntax } from '../../type-utils/index.ts';
import { givenTo } from './bindings.ts';
import { goneOverBy, loopOf } from './runs.ts';
import type { Scope } from './scope.ts';
import { optionsOf, unknown, type Value } from './values.ts';

/** How many rows of tables are looked at one by one. */
export const MAX_ROWS = 50;

/** What holds a row of a table: a parameter, or a variable. */
type Holder = ts.ParameterDeclaration | ts.VariableDeclaration;

/**
 * The scopes in which what is named in some nodes is one row of a table at a time, so that the parts of a row stay together:
 * `const [program, ...args] = commands[name]`, a parameter that is given one of several, an element that a loop goes over.
 */
export function scopesByRow(nodes: readonly ts.Node[], scope: Scope): readonly Scope[] {
  let scopes: readonly Scope[] = [scope];
  for (const holder of holdersNamedIn(nodes)) {
    const found = scopes.flatMap((each) => scopesOf(holder, each));
    if (found.length <= MAX_ROWS) scopes = found;
  }
  return scopes;
}

/** The parameters and variables that are named in some nodes, and in what these variables are made of: what others are made of comes first. */
function holdersNamedIn(nodes: readonly ts.Node[]): ReadonlySet<Holder> {
  const found = new Set<Holder>();
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (syntax.isFunctionLike(node) || syntax.isTypeNode(node)) return;
    if (syntax.isIdentifier(node)) add(node);
    // The names of members are those of no binding.
    else if (syntax.isPropertyAccessExpression(node)) visit(node.expression);
    else syntax.forEachChild(node, visit);
  };
  const add = (name: ts.Identifier): void => {
    const binding = bindingOf(name);
    const holder = binding && patternHolderOf(binding);
    if (!holder || seen.has(holder)) return;
    seen.add(holder);
    if (syntax.isParameter(holder)) found.add(holder);
    else if (syntax.isVariableDeclaration(holder)) {
      if (holder.initializer) visit(holder.initializer);
      if (isConstant(holder)) found.add(holder);
    }
  };
  for (const node of nodes) visit(node);
  return found;
}

function scopesOf(holder: Holder, scope: Scope): readonly Scope[] {
  if (syntax.isParameter(holder)) return scopesOfParameter(holder, scope);
  const loop = loopOf(holder);
  if (loop) {
    if (scope.runOf(loop)) return [scope];
    const { elements, isOpen } = goneOverBy(loop, scope);
    return isOpen || elements.length === 0 ? [scope] : elements.map((element) => scope.within(loop, () => element));
  }
  const { initializer } = holder;
  const rows = initializer && scope.at(holder) === scope ? rowsIn(scope.evaluate(initializer)) : [];
  return !initializer || rows.length === 0 ? [scope] : rows.map((row) => scope.with(initializer, row));
}

function scopesOfParameter(parameter: ts.ParameterDeclaration, scope: Scope): readonly Scope[] {
  const fn = parameter.parent;
  const rows = syntax.isFunctionLike(fn) ? rowsIn(givenTo(parameter, parameter.name, scope)) : [];
  if (!syntax.isFunctionLike(fn) || rows.length === 0) return [scope];
  const own = fn.parameters.indexOf(parameter);
  const rest = scope.runOf(fn)?.rest;
  const argument = (index: number): Value => {
    const other = fn.parameters[index];
    return other ? givenTo(other, other.name, scope) : unknown(fn);
  };
  return rows.map((row) => scope.within(fn, (index) => (index === own ? row : argument(index)), rest ? { rest } : {}));
}

/** The lists and objects that a value may be, and what else it may be. None where it is not one of several. */
function rowsIn(value: Value): readonly Value[] {
  const options = optionsOf(value);
  const hasRows = options.some(({ kind }) => kind === 'list' || kind === 'object');
  return hasRows && options.length > 1 ? options : [];
}
