import type { InvocationModel, Place } from '../../models/agents/agent-sdk.ts';
import { testedBy } from '../../program/control/conditions.ts';
import { branchesOf } from '../../program/control/control.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isInside, propertyNamed, syntax } from '../../type-utils/index.ts';
import { type FunctionRun, isWrittenOut, optionsOf, textIn, type Value } from '../../program/values/values.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { mayStop } from '../agents/guards.ts';
import { readAt } from '../../program/values/places.ts';
import { tableReadAt } from '../../program/values/table-reads.ts';
import type { Call } from '../agents/matcher.ts';
import { serverAt } from '../agents/servers.ts';
import { outsideCallsOfTool, type ToolFact } from '../agents/tools.ts';

/** A call that runs a tool with no agent between. */
export interface Invocation {
  readonly model: InvocationModel;
  readonly call: Call;
  /** The tools that it may run. Empty where none is known. */
  readonly tools: readonly ToolFact[];
  /** The tool's name, where it is a text. */
  readonly name: string | undefined;
  /** The id of the tool's server, where the program says it. */
  readonly server: string | undefined;
  /** What says which tool it is. */
  readonly chosenBy: readonly ts.Node[];
  /** What a decision about it has to be about: the expressions of its name and its input. */
  readonly about: readonly ts.Node[];
  /** It always runs the same tool, which no key chooses: `deleteFile.invoke(input)`. */
  readonly isFixed: boolean;
  /** Its name and input are written out in the call: who wrote it has decided. */
  readonly isWrittenOut: boolean;
  /** What it is called on. */
  readonly receiver: ts.Node | undefined;
}

/**
 * The invocation that a call is.
 *
 * @param within the function around it as one call or construction made it: `this.inner` of one wrapper among others
 */
export function invocationAt(call: Call, facts: AgentFacts, within?: FunctionRun): Invocation | undefined {
  const model = facts.matcher.at('invocation', call);
  if (!model) return undefined;
  const value = (within ?? facts.evaluator).valueOf(call);
  if (value.kind !== 'made') return undefined;
  const callee = syntax.withoutAssertions(call.expression);
  const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression : takenFrom(callee);
  const tools = toolsRunBy(call, value, model, receiver, facts);
  const [tool] = tools;
  const places = [model.input, ...(model.name ? [model.name] : [])];
  const [run] = model.tool?.argument === 'receiver' ? [receiver] : model.tool ? expressionAt(call, model.tool) : [];
  const isLookedUp = run && syntax.isExpression(run) && tableReadAt(run, facts.evaluator)?.key !== undefined;
  return {
    model,
    call,
    tools,
    name: textIn(model.name && readAt(value, model.name)) ?? tool?.name,
    server: serverAt(value, model.server),
    chosenBy: model.name ? expressionAt(call, model.name) : [],
    about: places.flatMap((place) => expressionAt(call, place)),
    isFixed: tools.length === 1 && !isLookedUp && !isDispatched(call, facts),
    isWrittenOut: places.every((place) => isWrittenOut(readAt(value, place))),
    receiver,
  };
}

/**
 * The tools that a tool runs in its handler, by one call after the other. Of those that one call may run, the one with the name of
 * the tool itself, where there is one: `new DynamicStructuredTool({ name: inner.name, func: (input) => inner.invoke(input) })`.
 */
export function innerRunsOf(tool: ToolFact, facts: AgentFacts): readonly Invocation[] {
  return outsideCallsOfTool(tool, facts.program).flatMap((call) => {
    const isOwn = tool.handler !== undefined && isInside(call, tool.handler);
    const invocation = invocationAt(call, facts, isOwn ? tool.inCall : undefined);
    if (!invocation) return [];
    const same = invocation.tools.filter(({ name }) => name !== undefined && name === tool.name);
    return same.length > 0 ? [{ ...invocation, tools: same }] : [invocation];
  });
}

/** The tools that a call may run; of a tool that the function around it is given, those that its calls give to it. */
function toolsRunBy(
  call: Call,
  value: Value,
  { tool: place }: InvocationModel,
  receiver: ts.Expression | undefined,
  facts: AgentFacts,
): readonly ToolFact[] {
  if (!place) return [];
  const literals = facts.matcher.models.tool.filter(({ isLiteral }) => isLiteral);
  const toolsOf = (found: Value): readonly ToolFact[] =>
    optionsOf(found).flatMap((option) => {
      const tool =
        option.kind === 'made' || option.kind === 'object' ? facts.tools.toolOf(option, literals) : undefined;
      return tool?.kind === 'tool' ? [tool] : [];
    });
  const toolsIn = (run: Value): readonly ToolFact[] => toolsOf(readAt(run, place));
  const own = toolsIn(value);
  if (own.length > 0) return own;
  // A method that was taken out of the tool is called on nothing.
  const isTaken = place.argument === 'receiver' && syntax.isIdentifier(syntax.withoutAssertions(call.expression));
  const held = isTaken && receiver ? toolsOf(facts.evaluator.valueOf(receiver)) : [];
  if (held.length > 0) return held;
  const given = facts.evaluator.valuesOf(call, [call.expression, ...(call.arguments ?? [])]).flatMap(toolsIn);
  return [...new Map(given.map((tool) => [tool.node, tool])).values()];
}

/** What a method was taken out of before it is called: `tools[name]` of `const { execute } = tools[name]`. */
function takenFrom(callee: ts.Expression): ts.Expression | undefined {
  const binding = syntax.isIdentifier(callee) ? bindingOf(callee) : undefined;
  const declaration = binding && syntax.isBindingElement(binding) ? binding.parent.parent : undefined;
  return declaration && syntax.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
}

/** `switch (call.name) { case 'erase': return erase.invoke(call.args); }`: the model chose the tool, by a call with its input. */
function isDispatched(call: Call, { program }: AgentFacts): boolean {
  const input = call.arguments?.[0] && syntax.withoutAssertions(call.arguments[0]);
  if (!input || !syntax.isPropertyAccessExpression(input) || !/^(?:args|arguments|input)$/.test(input.name.text))
    return false;
  const owner = input.expression.getText();
  return branchesOf(call, program).some((condition) =>
    nodesIn(testedBy(condition), syntax.isPropertyAccessExpression, anywhere).some(
      ({ expression, name }) => /^(?:tool_?)?name$/i.test(name.text) && expression.getText() === owner,
    ),
  );
}

/** Whether a guard of the tool's own runs even where the tool is run by itself. */
export function isGuardedOnDirectCall(
  { guards }: ToolFact,
  { asks = [] }: InvocationModel,
  facts: AgentFacts,
): boolean {
  return guards.some((given) => asks.includes(given.guard.id) && mayStop(facts.judge.judge(given, undefined)));
}

function expressionAt(call: Call, { argument, path = [] }: Place): readonly ts.Node[] {
  const given = call.arguments ?? [];
  if (argument === 'receiver' || given.some(syntax.isSpreadElement)) return [...given];
  const expression = given.at(argument);
  if (!expression) return [];
  const value = syntax.withoutAssertions(expression);
  const [key] = path;
  if (key === undefined || !syntax.isObjectLiteralExpression(value)) return [value];
  const property = propertyNamed(value, key);
  return property ? [property] : [value];
}
