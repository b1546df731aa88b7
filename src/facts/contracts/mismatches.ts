import { groupedBy } from '../../analysis/grouped.ts';
import { memo } from '../../memo.ts';
import { toolRequests } from '../../models/agents/tool-requests.ts';
import { isGiven } from '../../program/values/values.ts';
import { compilerOf, syntax, type ts, unionOfShapes } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { handledBy, type ToolFact } from '../agents/tools.ts';
import { type Dispatcher, dispatchersIn, ToolSelection } from './dispatch.ts';
import { type Following, InputFollower, isTypedBySdk, isWrittenInPlace, parameterAt } from './handler-inputs.ts';
import type { InputEvent } from './input-events.ts';
import { type ContractTool, type HandledTools, InputComparison } from './input-mismatches.ts';
import type { Mismatch } from './mismatch.ts';
import { outputMismatchesOf } from './output-mismatches.ts';
import { ResultReader } from './results.ts';
import { type DeclaredSchema, schemaReaderOf } from './schemas.ts';
import { refusalsIn } from './unhandled-values.ts';

export type { Mismatch, MismatchKind } from './mismatch.ts';

/** Where the tools that a file defines, and their handlers anywhere in the program, disagree with the declared schemas. */
export const mismatchesIn = memo((facts: AgentFacts, file: ts.SourceFile): readonly Mismatch[] => [
  ...mismatchesOfTools(facts, toolsIn(facts, file)),
  ...dispatchersIn(facts, file).flatMap((dispatcher) => mismatchesOfDispatcher(facts, dispatcher)),
]);

/** Without what code takes that runs for other tools as well, if it may be for one of these: `handle` in a wrapper of all. */
function mismatchesOfTools(facts: AgentFacts, tools: readonly ToolFact[]): readonly Mismatch[] {
  const found = tools.flatMap((tool) => mismatchesOfTool(facts, tool).map((mismatch) => ({ tool, mismatch })));
  const undeclared = found.filter(({ mismatch }) => mismatch.kind === 'undeclared');
  const lacking = groupedBy(undeclared, ({ mismatch }) => mismatch.path.join('.'));
  const nodesOf = memo(
    (tool: ToolFact): ReadonlySet<ts.Node> =>
      new Set(tool.handler ? followed(facts, tool, tool.handler, false).map(({ node }) => node) : []),
  );
  const isForOther = ({ path, node }: Mismatch): boolean => {
    const without = lacking.get(path.join('.')) ?? [];
    return tools.some(
      (tool) =>
        !without.some((each) => each.tool === tool) &&
        nodesOf(tool).has(node) &&
        schemaReaderOf(facts).inputOf(tool) !== undefined,
    );
  };
  return found.map(({ mismatch }) => mismatch).filter((each) => each.kind !== 'undeclared' || !isForOther(each));
}

/** The tools that calls of a file make, or objects that stand for such calls. */
function toolsIn(facts: AgentFacts, file: ts.SourceFile): readonly ToolFact[] {
  const made = facts.calls.in(file).flatMap(({ call, kinds }) => (kinds.includes('tool') ? facts.toolsAt(call) : []));
  const given = facts
    .madeIn(file)
    .flatMap(({ tools }) => tools.map(({ tool }) => tool))
    .filter((tool) => tool.kind === 'tool' && tool.value.kind === 'object' && tool.node.getSourceFile() === file);
  return [...new Set([...made, ...given])].flatMap((tool) => (tool.kind === 'tool' ? handledBy(tool) : []));
}

function mismatchesOfTool(facts: AgentFacts, tool: ToolFact): readonly Mismatch[] {
  const { handler, model } = tool;
  if (!handler) return [];
  const reader = schemaReaderOf(facts);
  const input = isInputStated(facts, tool, handler) ? reader.inputOf(tool) : undefined;
  const output = reader.outputOf(tool);
  const key = '*';
  const described: ContractTool = { name: tool.name, input, node: tool.node };
  const handled: HandledTools = { tools: new Map([[key, described]]), isOpen: false, node: tool.node, handler };
  return [
    ...(input ? inputMismatches(facts, tool, handler, input, handled) : []),
    ...(output
      ? outputMismatchesOf(facts, {
          tool: tool.name,
          node: tool.node,
          output,
          returned: model.returned?.path?.[0],
          results: new ResultReader(facts, { at: (_, tools) => tools, calleesOf: calleesOf(tool) }).of(handler),
        })
      : []),
  ];
}

/**
 * Whether anything in the program states what the input is: an annotation, a cast, a validator of the handler's own, or texts
 * that it has branches for. In the SDK's own call, the compiler types the parameter by the tool's validator, and compares all
 * else with that. The type of a validator costs more than all that follows, so it is not made for tools that have nothing to
 * compare.
 */
function isInputStated(facts: AgentFacts, tool: ToolFact, handler: syntax.FunctionLike): boolean {
  const { parameter, path } = parameterOf(tool, handler);
  if (!parameter) return false;
  const isTypedInCall =
    path.length === 0 &&
    isWrittenInPlace(handler, parameter) &&
    isGivenToSdk(facts, handler) &&
    !schemaReaderOf(facts).isWrittenOut(tool);
  if (!isTypedInCall) return true;
  const events = followed(facts, tool, handler, false);
  return events.some(({ kind }) => stating.has(kind)) || refusalsIn(events).length > 0;
}

/** Whether a call that makes a tool is given the function, or an object of which it is a part. */
function isGivenToSdk({ matcher }: AgentFacts, { parent }: syntax.FunctionLike): boolean {
  let given: ts.Node = parent;
  while (syntax.isPropertyAssignment(given) || syntax.isObjectLiteralExpression(given)) given = given.parent;
  return syntax.isCallOrNew(given) && matcher.at('tool', given) !== undefined;
}

const stating: ReadonlySet<InputEvent['kind']> = new Set(['parse', 'read', 'use']);

function inputMismatches(
  facts: AgentFacts,
  tool: ToolFact,
  handler: syntax.FunctionLike,
  schema: DeclaredSchema,
  handled: HandledTools,
): readonly Mismatch[] {
  const { parameter, path } = parameterOf(tool, handler);
  const isHonest =
    schema.by === 'type' && path.length === 0 && isTypedBySdk(handler, parameter, compilerOf(facts.program));
  const events = followed(facts, tool, handler, !isHonest, handledShapeAt(handled));
  return new InputComparison(facts, handled, events).mismatches();
}

/** What a handler does with its input. */
function followed(
  facts: AgentFacts,
  tool: ToolFact,
  handler: syntax.FunctionLike,
  isClaimed: boolean,
  shapeAt?: Following['shapeAt'],
): readonly InputEvent[] {
  const { index, path } = parameterOf(tool, handler);
  const follower = new InputFollower(facts, {
    prefix: path,
    shapeAt,
    toolsAt: (_, tools) => tools,
    calleesOf: calleesOf(tool),
  });
  if (index !== undefined) follower.argument(handler, index, isClaimed, tool.inCall);
  return follower.events;
}

/** The functions that calls in a handler run which was made with them: `fn(args)` in what `wrap(fn)` returns. */
function calleesOf({ runs }: ToolFact): Following['calleesOf'] {
  return (call, tools) => (runs.get(call) ?? []).map((fn) => ({ fn, tools }));
}

/** The parameter that a handler is given its input by, and where in that it is. */
function parameterOf({ model }: ToolFact, handler: syntax.FunctionLike) {
  const { argument = 0, path = [] } = model.given ?? {};
  const index = argument === 'receiver' ? undefined : argument;
  return { parameter: index === undefined ? undefined : parameterAt(handler, index), index, path };
}

function mismatchesOfDispatcher(facts: AgentFacts, dispatcher: Dispatcher): readonly Mismatch[] {
  const reader = schemaReaderOf(facts);
  const tools = new Map<string, ContractTool>();
  for (const { name, input, node } of dispatcher.tools) {
    // Of two tools of one name it is not known which one a handler is for.
    const isSecond = tools.has(name);
    tools.set(name, { name, node, input: isGiven(input) && !isSecond ? reader.schemaIn(input) : undefined });
  }
  const { isOpen, node: place, handler } = dispatcher;
  const handled: HandledTools = { tools, isOpen, node: place, handler };
  const selection = new ToolSelection(facts, dispatcher);
  const follower = new InputFollower(facts, {
    prefix: toolRequests.input,
    shapeAt: handledShapeAt(handled),
    toolsAt: selection.at,
    calleesOf: selection.calleesOf,
  });
  follower.argument(dispatcher.handler, 0, true);
  const outputs = dispatcher.tools.flatMap(({ name, output, node }) => {
    const schema = isGiven(output) ? reader.schemaIn(output) : undefined;
    return schema ? [{ name, node, schema }] : [];
  });
  const results = outputs.length > 0 ? new ResultReader(facts, selection).of(dispatcher.handler) : [];
  return [
    ...new InputComparison(facts, handled, follower.events).mismatches(),
    ...outputs.flatMap(({ name, node, schema }) =>
      outputMismatchesOf(facts, {
        tool: name,
        node,
        output: schema,
        returned: toolRequests.returned,
        results: results.filter((result) => result.tools?.size === 1 && result.tools.has(name)),
      }),
    ),
  ];
}

/** What the input may have at a path, in any of the tools. */
function handledShapeAt({ tools }: HandledTools): Following['shapeAt'] {
  return (path) => {
    const shapes = [...tools.values()].flatMap(({ input }) => {
      let shape = input?.output;
      for (const name of path) shape = name === '*' ? shape?.element : shape?.properties?.get(name)?.shape;
      return shape ?? [];
    });
    const known = shapes.filter(({ properties }) => properties);
    return known.length > 0 ? unionOfShapes(known) : shapes[0];
  };
}
