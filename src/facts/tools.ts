import type ts from 'typescript';
import { permissionModels, toolModels } from '../models/tools/index.ts';
import type { OptOut, PermissionModel, Place, ToolModel } from '../models/tools/tool-model.ts';
import { compilerOf } from '../type-utils/compiler.ts';
import { calledName } from '../type-utils/function-index.ts';
import { filesReaching } from '../type-utils/import-graph.ts';
import { isCallOf, lastNamesOf } from '../type-utils/origin.ts';
import { type FunctionLike, isCallExpression, isNewExpression } from '../type-utils/syntax.ts';
import { type CallKnowledge, type Evaluator, evaluatorOf } from './evaluator.ts';
import { elementsOf, literal, type LiteralValue, optionsOf, propertyAt, type Value } from './values.ts';

type Call = ts.CallExpression | ts.NewExpression;

/** A tool as one call defines it. */
export interface ToolFact {
  readonly call: Call;
  readonly name: string | undefined;
  readonly handler: FunctionLike | undefined;
  /** What the author says of it: empty where it says nothing. */
  readonly hints: ReadonlyMap<string, LiteralValue>;
  /** The values by which it says that no guardrail is needed. */
  readonly optOuts: readonly LiteralValue[];
}

/** A call that lets an agent run its built-in tools without a decision. */
export interface PermissionFact {
  readonly call: Call;
  readonly optOut: LiteralValue;
  /** The sensitive tools that it may run. */
  readonly tools: readonly string[];
}

const models: readonly ToolModel[] = toolModels;
const permissions: readonly PermissionModel[] = permissionModels;
const hintNames = ['readOnlyHint', 'destructiveHint'] as const;

/** The last names by which tools are defined and agents are run: a gate in front of the checker. */
export const toolCalleeNames: ReadonlySet<string> = new Set(
  [...models, ...permissions].flatMap(({ callee }) => lastNamesOf(callee)),
);

const knowledgeOf = new WeakMap<ts.Program, CallKnowledge>();
const filesOf = new WeakMap<ts.Program, ReadonlySet<ts.SourceFile>>();

/** Whether the imports of a file reach an SDK that has tools, directly or through other files. */
export function mayDefineTools(file: ts.SourceFile, program: ts.Program): boolean {
  let files = filesOf.get(program);
  if (!files) {
    files = filesReaching(
      program,
      [...models, ...permissions].map(({ callee }) => callee),
    );
    filesOf.set(program, files);
  }
  return !file.isDeclarationFile && files.has(file);
}

/** The tool that a call defines. */
export function toolAt(call: Call, program: ts.Program): ToolFact | undefined {
  const model = modelAt(call, models, program);
  if (!model) return undefined;
  const at = reader(call, evaluator(program));
  const name = model.name && at(model.name);
  const handler = optionsOf(at(model.handler)).find((option) => option.kind === 'function');
  const annotations = model.annotations && at(model.annotations);
  const hints = new Map<string, LiteralValue>();
  for (const hint of hintNames) {
    const value = annotations && propertyAt(annotations, [hint]);
    if (value?.kind === 'literal' && value.value !== undefined) hints.set(hint, value);
  }
  return {
    call,
    name: name?.kind === 'literal' && typeof name.value === 'string' ? name.value : undefined,
    handler: handler?.fn,
    hints,
    optOuts: (model.optOuts ?? []).flatMap((optOut) => taken(optOut, at)),
  };
}

/** The permission to run sensitive built-in tools that a call gives an agent. */
export function permissionAt(call: Call, program: ts.Program): PermissionFact | undefined {
  const model = modelAt(call, permissions, program);
  if (!model) return undefined;
  const at = reader(call, evaluator(program));
  const [optOut] = taken(model.optOut, at);
  if (!optOut) return undefined;
  const given = listedIn(at(model.tools));
  const denied = listedIn(at(model.denied));
  if (given === 'unknown' || denied === 'unknown') return undefined;
  const tools = model.sensitive.filter((name) => (given?.has(name) ?? true) && !denied?.has(name));
  return tools.length === 0 ? undefined : { call, optOut, tools };
}

function modelAt<Model extends ToolModel | PermissionModel>(
  call: Call,
  among: readonly Model[],
  program: ts.Program,
): Model | undefined {
  const name = calledName(call);
  const named = among.filter(({ callee }) => name !== undefined && lastNamesOf(callee).includes(name));
  const callee = named.length > 0 ? compilerOf(program).calleeOrigin(call) : undefined;
  return callee && named.find((model) => isCallOf(callee, model.callee));
}

function evaluator(program: ts.Program): Evaluator {
  let knowledge = knowledgeOf.get(program);
  if (!knowledge) {
    knowledge = { identityOf: (call) => modelAt(call, models, program)?.returnsArgument };
    knowledgeOf.set(program, knowledge);
  }
  return evaluatorOf(program, knowledge);
}

function reader(call: Call, from: Evaluator): (place: Place) => Value {
  const given = call.arguments ?? [];
  return ({ argument, path = [] }) => {
    const expression = given.at(argument);
    return expression ? propertyAt(from.valueOf(expression), path) : literal(undefined, call);
  };
}

/** The values of an opt-out that may be taken. */
function taken({ at, values }: OptOut, valueAt: (place: Place) => Value): LiteralValue[] {
  return optionsOf(valueAt(at)).filter(
    (option): option is LiteralValue => option.kind === 'literal' && values.some((value) => value === option.value),
  );
}

/** The texts in a list; undefined where none is given, or a preset is. Of a list that is not all known, those that are. */
function listedIn(value: Value): ReadonlySet<string> | 'unknown' | undefined {
  const options = optionsOf(value);
  if (options.some(({ kind }) => kind === 'unknown' || kind === 'made')) return 'unknown';
  if (options.every(({ kind }) => kind !== 'list')) return undefined;
  const names = elementsOf(value).elements.flatMap((element) => (element.kind === 'literal' ? [element.value] : []));
  return new Set(names.map(String));
}

/** Whether a node is one that a tool or an agent may be made by. */
export function isCall(node: ts.Node): node is Call {
  return isCallExpression(node) || isNewExpression(node);
}
