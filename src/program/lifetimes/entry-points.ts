import {
  type EntrySignature,
  type EntryUnit,
  type Registrar,
  callbackOptions,
  entryDecorators,
  entryExports,
  entrySignatures,
  registrars,
} from '../../models/sharing/entry-points.ts';
import { memo } from '../../memo.ts';
import type { CalleeRef } from '../../models/sessions/protocol.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  calleeOriginOf,
  decoratorsOf,
  isCallOf,
  isCallOn,
  isDefaultExport,
  isExported,
  literalTextOf,
  matches,
  originsAt,
  originsOfReturn,
  syntax,
  usesOf,
} from '../../type-utils/index.ts';
import { namedDeclarationOf, referenceOf } from '../values/functions.ts';

/** A function that a server or framework calls once for each request, connection or session. */
export interface EntryPoint {
  readonly unit: EntryUnit;
  readonly fn: syntax.FunctionLike;
  /** How a message calls it: `app.post`, the registering call, or the function's own name if it has one. */
  readonly label: string | undefined;
  /** Known by its parameters' types only: it may be a method of an object that is made for one request. */
  readonly bySignature: boolean;
}

/** Looks up whether a function is an entry point. Built once per program and set of the users' registrars. */
export type EntryPoints = (fn: syntax.FunctionLike) => EntryPoint | undefined;

/** `extra` are registrars of the user's: functions or methods that take callbacks which run once per request. */
export function entryPointsOf(program: ts.Program, extra: readonly CalleeRef[]): EntryPoints {
  const all: readonly Registrar[] = [
    ...(extra.length > 0 ? [{ unit: 'request', callees: extra } as const] : []),
    ...registrars,
  ];
  return memo(find);

  function find(fn: syntax.FunctionLike): EntryPoint | undefined {
    const registered = registeredAt(fn) ?? exportedAs(fn) ?? decorated(fn);
    if (registered) return { ...registered, fn, bySignature: false };
    const declaration = namedDeclarationOf(fn);
    for (const use of declaration ? usesOf(declaration, program) : []) {
      const passed = registeredAt(referenceOf(use));
      if (passed) return { ...passed, fn, bySignature: false };
    }
    const unit = entrySignatures.find((signature) => hasSignature(fn, signature))?.unit;
    return unit && { unit, fn, label: labelOf(fn), bySignature: true };
  }

  /** What a function or a reference to it is registered with: the call that it, or an object around it, is given to. */
  function registeredAt(value: ts.Node): Registration | undefined {
    let node = value;
    const options: string[] = [];
    let wrapped = false;
    for (;;) {
      const parent = syntax.parentOf(node);
      if (syntax.isArrayLiteralExpression(parent) || syntax.isConditionalExpression(parent)) {
        node = parent;
      } else if (isBinding(parent)) {
        node = parent.parent;
      } else if (isProperty(parent) && syntax.isObjectLiteralExpression(parent.parent)) {
        options.push(parent.name.getText());
        node = parent.parent;
      } else if (syntax.isObjectLiteralExpression(parent)) {
        // A method of the object: the name is its own.
        if (syntax.isMethodDeclaration(node)) options.push(node.name.getText());
        node = parent;
      } else if (syntax.isCallOrNew(parent) && syntax.withoutAssertions(parent.expression) !== node) {
        const unit = unitOfOption(options) ?? unitOfCall(parent, node);
        if (unit) return { unit, label: parent.expression.getText() };
        // `app.post('/mcp', catchErrors(async (req, res) => …))`
        if (wrapped || options.length > 0 || !takesParameters(value)) return undefined;
        wrapped = true;
        node = parent;
      } else {
        return isDefaultExport(parent) && entryExports.defaultMethods.some((name) => name === options[0])
          ? { unit: 'request', label: options[0] }
          : undefined;
      }
    }
  }

  function unitOfCall(call: ts.CallExpression | ts.NewExpression, callback: ts.Node): EntryUnit | undefined {
    const method = syntax.isPropertyAccessExpression(call.expression) ? call.expression.name.text : undefined;
    const others = call.arguments?.filter((argument) => syntax.withoutAssertions(argument) !== callback) ?? [];
    return all.find(({ callees, methods, path, events }) => {
      if (methods && (method === undefined || !methods.includes(method))) return false;
      if (path && !others.some((argument) => /^[/*]/.test(literalTextOf(argument, program) ?? ''))) return false;
      if (events && !(others[0] && events.includes(literalTextOf(others[0], program) ?? ''))) return false;
      return !callees || callees.some((ref) => isRegistrar(call, ref, methods !== undefined));
    })?.unit;
  }

  function isRegistrar(call: ts.CallExpression | ts.NewExpression, ref: CalleeRef, anyMethod: boolean): boolean {
    const callee = calleeOriginOf(call, program);
    return callee !== undefined && (anyMethod ? isCallOn : isCallOf)(callee, ref);
  }

  function exportedAs(fn: syntax.FunctionLike): Registration | undefined {
    const declaration = namedDeclarationOf(fn);
    const name = declaration?.name?.getText();
    const file = fn.getSourceFile().fileName;
    return declaration &&
      entryExports.names.some((verb) => verb === name) &&
      entryExports.files.test(file) &&
      isExported(declaration, program)
      ? { unit: 'request', label: name }
      : undefined;
  }

  function decorated(fn: syntax.FunctionLike): Registration | undefined {
    const isEntry = decoratorsOf(fn).some(({ expression }) => {
      const origin = syntax.isCallExpression(expression) ? calleeOriginOf(expression, program)?.origin : undefined;
      return origin && entryDecorators.some((ref) => matches(origin, ref));
    });
    return isEntry ? { unit: 'request', label: labelOf(fn) } : undefined;
  }

  function hasSignature(fn: syntax.FunctionLike, { parameter, and, returns }: EntrySignature): boolean {
    const has = (refs: EntrySignature['parameter']) =>
      fn.parameters.some((each) => originsAt(each, program).some((origin) => refs.some((ref) => matches(origin, ref))));
    return (
      has(parameter) &&
      (!and || has(and)) &&
      (!returns || originsOfReturn(fn, program).some((origin) => returns.some((ref) => matches(origin, ref))))
    );
  }
}

type Registration = Pick<EntryPoint, 'unit' | 'label'>;

function unitOfOption([option, ...others]: readonly string[]): EntryUnit | undefined {
  return option !== undefined && others.length === 0 && Object.hasOwn(callbackOptions, option)
    ? callbackOptions[option]
    : undefined;
}

function isProperty(node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment {
  return syntax.isPropertyAssignment(node) || syntax.isShorthandPropertyAssignment(node);
}

/** `this.serve.bind` in `this.serve.bind(this)`. */
function isBinding(node: ts.Node): boolean {
  return syntax.isPropertyAccessExpression(node) && node.name.text === 'bind' && syntax.isCallExpression(node.parent);
}

function takesParameters(value: ts.Node): boolean {
  return !syntax.isFunctionLike(value) || value.parameters.length > 0;
}

function labelOf(fn: syntax.FunctionLike): string | undefined {
  return namedDeclarationOf(fn)?.name?.getText();
}
