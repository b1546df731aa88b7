import type { DynamicTool } from '../capability/agent.ts';
import type { AnyTool, ToolClass } from '../capability/tool.ts';
import {
  create,
  each,
  freeze,
  hasOwn,
  indexWhere,
  isIn,
  keysOf,
  mapped,
  matches,
  ownOption,
  stringify,
} from '../globals.ts';
import { grantOf } from './access-grant.ts';
import type { AccessGrant } from './access-grant.ts';
import { InsufficientScope } from './errors.ts';

/** What scopes are derived from: a tool of `defineTool`, or the name and the class of a tool of any server. */
export interface ScopedTool {
  /** The exact name by which `tools/call` names it. */
  readonly name: string;
  readonly class: ToolClass;
}

/** The scopes of tools, by class and by name. Each list is required in full. */
export interface ScopeRules {
  /** Of the tools of class `read` that `tools` does not have. */
  readonly read?: readonly string[];
  /** Of the tools of class `write` that `tools` does not have. */
  readonly write?: readonly string[];
  /** Of single tools, by their exact names: in the place of those of their class. */
  readonly tools?: Readonly<Record<string, readonly string[]>>;
}

/** Rules, or a function that returns the scopes of a tool. It is called once for each tool. */
export type ScopePolicy<T extends ScopedTool> = ScopeRules | ((tool: T) => readonly string[] | undefined);

/** A tool that a token reaches. Which those are is known at run time only, and so is that an agent holds one of them. */
export type ReachedTool<T extends ScopedTool> = T extends AnyTool ? DynamicTool : T;

/** Which scopes each tool of a server requires. Frozen. A tool without scopes is reached by no token. */
export interface ToolScopes<T extends ScopedTool = ScopedTool> {
  /** All scopes of all tools, each once. */
  readonly supported: readonly string[];
  /** What a call of the tool requires, all of it; `undefined` for a tool that no token reaches. */
  requiredBy(toolName: string): readonly string[] | undefined;
  /** The meet of the tools and of what these scopes grant: the tools all of whose scopes are in the list. */
  toolsFor(scopes: readonly string[]): readonly ReachedTool<T>[];
  /** `toolsFor` the grant of a request, which is found as `grantOf` finds it; none without a grant. */
  reachable(context: unknown): readonly ReachedTool<T>[];
  /**
   * The check of a handler, for calls that came past the gate.
   *
   * @throws InsufficientScope where the request has no grant, or its scopes do not reach the tool
   */
  requireGranted(toolName: string, context: unknown): AccessGrant;
}

/** RFC 6749 section 3.3: `scope-token`. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const ruleNames = ['read', 'write', 'tools'];

/**
 * Derives the scopes of tools from their class, unless they are given by name or by a function.
 *
 * @throws TypeError where two tools have one name, a rule is for no tool, a list of scopes is empty, or an entry is no
 *   scope of RFC 6749 section 3.3
 */
export function scopesFor<const T extends ScopedTool>(tools: readonly T[], policy: ScopePolicy<T>): ToolScopes<T> {
  const policyOf = typeof policy === 'function' ? policy : rulesOf(policy);
  const required = create(null) as Record<string, readonly string[] | undefined>;
  const listed = mapped(tools, (tool) => tool);
  each(listed, (tool) => {
    const { name } = tool;
    if (typeof name !== 'string' || name === '') throw new TypeError('A tool needs a name.');
    if (hasOwn(required, name)) throw new TypeError(`Two tools are named ${stringify(name)}.`);
    const scopes = policyOf(tool);
    required[name] = scopes === undefined ? undefined : scopeList(scopes, stringify(name));
  });
  if (typeof policy !== 'function') requireKnownNames(policy, required);
  return toolScopes(freeze(listed), required);
}

/** Whether a text is a scope by RFC 6749 section 3.3. */
export function isScope(value: unknown): value is string {
  return typeof value === 'string' && matches(scopeToken, value);
}

function toolScopes<T extends ScopedTool>(
  tools: readonly T[],
  required: Readonly<Record<string, readonly string[] | undefined>>,
): ToolScopes<T> {
  const supported: string[] = [];
  each(tools, ({ name }) => {
    each(required[name] ?? [], (scope) => {
      if (!isIn(supported, scope)) supported[supported.length] = scope;
    });
  });

  const requiredBy = (toolName: string): readonly string[] | undefined => required[toolName];

  const isReached = (toolName: string, scopes: readonly string[]): boolean => {
    const needed = requiredBy(toolName);
    return needed !== undefined && indexWhere(needed, (scope) => !isIn(scopes, scope)) < 0;
  };

  const toolsFor = (scopes: readonly string[]): readonly ReachedTool<T>[] => {
    const reached: ReachedTool<T>[] = [];
    each(tools, (tool) => {
      if (isReached(tool.name, scopes)) reached[reached.length] = tool as ReachedTool<T>;
    });
    return freeze(reached);
  };

  return freeze({
    supported: freeze(supported),
    requiredBy,
    toolsFor,
    reachable: (context: unknown) => toolsFor(grantOf(context)?.scopes ?? []),
    requireGranted: (toolName: string, context: unknown) => {
      const grant = grantOf(context);
      if (!grant || !isReached(toolName, grant.scopes))
        throw new InsufficientScope(toolName, requiredBy(toolName) ?? []);
      return grant;
    },
  });
}

function rulesOf(rules: ScopeRules): (tool: ScopedTool) => readonly string[] | undefined {
  each(keysOf(rules), (key) => {
    if (!isIn(ruleNames, key))
      throw new TypeError(`${stringify(key)} is no rule: use \`read\`, \`write\` or \`tools\`.`);
  });
  const byName = ownOption(rules, 'tools') ?? {};
  return ({ name, class: toolClass }) => {
    if (hasOwn(byName, name)) return byName[name];
    // Its type says so; what got around the types may be anything.
    const isClass = toolClass === 'read' || (toolClass as unknown) === 'write';
    return isClass ? ownOption(rules, toolClass) : undefined;
  };
}

/** A misspelt name would leave the tool to the rule of its class. */
function requireKnownNames(rules: ScopeRules, required: object): void {
  each(keysOf(ownOption(rules, 'tools') ?? {}), (name) => {
    if (!hasOwn(required, name)) throw new TypeError(`The rules have scopes for ${stringify(name)}, which is no tool.`);
  });
}

function scopeList(given: readonly string[], tool: string): readonly string[] {
  const scopes: string[] = [];
  each(given, (scope) => {
    if (!isScope(scope)) throw new TypeError(`The scopes of ${tool} have an entry that is no scope of RFC 6749.`);
    if (!isIn(scopes, scope)) scopes[scopes.length] = scope;
  });
  if (scopes.length === 0) throw new TypeError(`The list of scopes of ${tool} is empty: any token would reach it.`);
  return freeze(scopes);
}
