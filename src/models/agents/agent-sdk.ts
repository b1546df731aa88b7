/**
 * The data types that describe how an SDK's users define tools, give them to agents and guard them. A model is JSON,
 * written `as const satisfies AgentSdk`; users write the same shapes in `settings['agent-safety'].agentSdks`.
 */
import type { EffectKind } from '../effects/effect.ts';
import type { ArgumentIndex, CalleeRef, ExportRef, Versions } from '../sessions/protocol.ts';

/** Where a call, or an object that stands for one, is given something. */
export interface Place {
  /**
   * Counted from 0, from the end where it is negative. An object that stands for a call is its own argument.
   * @errorMessage must be the number of an argument, counted from 0, or `receiver`
   */
  readonly argument: number | 'receiver';
  /** The properties that lead to it inside the argument. `*` stands for each element of a list. */
  readonly path?: readonly string[];
  /** Another path, of the same option under an earlier name: it counts where nothing is at the first. */
  readonly formerly?: readonly string[];
  /** Where a function stands there, the properties that lead to it inside what that returns. */
  readonly result?: readonly string[];
  /** The versions of the callee's package that have it. Absent: all. What is ranged must be optional where it stands. */
  readonly versions?: Versions;
}

/** What a call, or an object of some form, is in the program. */
export interface CallModel {
  /** Unique, with the SDK first: `openai-agents.tool`. */
  readonly id: string;
  readonly callee: CalleeRef;
  /** The versions of the callee's package that have it. Absent: all. */
  readonly versions?: Versions;
}

/**
 * An answer of a guard: a literal (`null` also for none at all), an object by one of its properties, by those that it
 * does not have, or by having at no place one of the values that count there (`unless`), what a call of the function's own parameter gives, what a class constructs or a function returns, or
 * something that a package exports, as it is.
 * @errorMessage must be an answer: a text, `true`, `false`, `null`, or one of `{ property, is }`, `{ without }`, `{ unless }`, `{ callsParameter }`, `{ made }`, `{ export }`
 */
export type Answer =
  | string
  | boolean
  | null
  | { readonly property: string; readonly is: string | boolean }
  | { readonly without: readonly string[] }
  | {
      /** @minItems 1 */
      readonly unless: readonly AnswerPart[];
    }
  | { readonly callsParameter: ArgumentIndex }
  | { readonly made: ExportRef }
  | { readonly export: ExportRef };

/** A place in an answer, and the values there that count. Absent: any but `undefined`. */
export interface AnswerPart {
  readonly path: readonly string[];
  /** @minItems 1 */
  readonly is?: readonly (string | boolean)[];
}

/**
 * - `decision`: one value, or a function that gives one for each call, or a list of such functions.
 * - `by tool`: an object whose keys are the names of tools. A function in its place decides for all of them.
 * - `hooks`: a list of `{ matcher, hooks }`; a matcher is a pattern for names of tools.
 * - `list`: a list of guards; any decides.
 * - `servers`: an object `{ always: { toolNames }, never: { toolNames } }`, or one value for all.
 * - `skip`: no guard but a mark: with one of `allowedBy`, the guards that it supersedes do not run. Any other has no meaning.
 */
export type GuardShape = 'decision' | 'by tool' | 'hooks' | 'list' | 'servers' | 'skip';

/** Something that may decide whether a tool runs. */
export interface Guard {
  /** Unique, with the SDK first: `openai-agents.needsApproval`. */
  readonly id: string;
  readonly at: Place;
  /** The versions in which it decides for tools of the program, where more have the option. Absent: all that have it. */
  readonly versions?: Versions;
  readonly shape: GuardShape;
  /**
   * The answers by which the tool runs, so that a guard with no other answer stops nothing.
   * @minItems 1
   */
  readonly allowedBy: readonly Answer[];
  /**
   * The parts of a function's answer by which the tool runs and nothing after it decides.
   * @minItems 1
   */
  readonly grants?: readonly AnswerPart[];
  /** A call that says in its place that the tool needs none. */
  readonly optOut?: CalleeRef;
  /** There for other ends as well, such as logs: one that allows every call is no mistake. */
  readonly isGeneral?: boolean;
  /** Of a list: one of these must be in it. */
  readonly among?: readonly string[];
  /** Where the guard's function is given the tool's name, and texts that it finds beside it for every tool of the program. */
  readonly toolNameAt?: Place & { readonly beside?: Readonly<Record<string, string>> };
  /** What the SDK does where it is not given. Absent: the tool runs. */
  readonly absent?: 'stops';
  /** What a function that throws does: the tool runs, unless the entry of the list says otherwise. */
  readonly failsOpen?: { readonly unless?: { readonly property: string; readonly is: string } };
  /**
   * The guards of the tool that do not count where this one is a function (`fn`), or has an entry for the tool (`entry`),
   * or says to every call that it runs (`lets`), by none but the answers of `by` where these are given.
   */
  readonly supersedes?: {
    readonly ids: readonly string[];
    readonly when: readonly ('fn' | 'entry' | 'lets')[];
    /** @minItems 1 */
    readonly by?: readonly Answer[];
  };
  /** What the agent needs for the guard to work. */
  readonly needs?: { readonly at: readonly Place[]; readonly text: string };
  /** Whether it decides for tools of an agent that this one runs as a tool (`asTool`), or hands over to (`child`). */
  readonly reaches?: readonly ('asTool' | 'child')[];
  /** How to write it: `needsApproval: true`. */
  readonly remedy: string;
}

/** What a tool does that the SDK runs. */
export interface ToolEffect {
  readonly kind: EffectKind;
  /** A value with which it does nothing to the machine that the program runs on. */
  readonly unless?: { readonly at: Place; readonly values: readonly (string | boolean)[] };
  /** The values without which it does nothing to it. */
  readonly onlyIf?: { readonly at: Place; readonly values: readonly (string | boolean)[] };
  /** The object whose methods do it: where all of these are known to do nothing, it does nothing. */
  readonly by?: Place;
}

/** A call that defines a tool, or an object of that form. */
export interface ToolModel extends CallModel {
  /** The tool's name. Absent: the name of the property that the tool is in. */
  readonly name?: Place;
  /** The function that runs when an agent invokes the tool. Absent: the SDK runs it, and `effect` says what it does. */
  readonly handler?: Place;
  /**
   * What it does where the SDK runs it. Where it has a handler, what it is for: what a handler of which more is not known is
   * taken to do, and what the model decides about where the handler runs programs.
   */
  readonly effect?: ToolEffect;
  /** It runs at the provider of the model: nothing of it is in the program. */
  readonly isHosted?: boolean;
  /** The name that the SDK gives it where the code gives none. */
  readonly defaultName?: string;
  /** What its author says of it to the model. */
  readonly description?: Place;
  /** The schemas of what it is given, and of what it returns. */
  readonly input?: Place;
  readonly output?: Place;
  /** The places where the input's schema may be, where that depends on how many arguments there are: the first that has one. */
  readonly inputs?: readonly Place[];
  /** Where the handler is given the input. Absent: its first argument is the input. */
  readonly given?: Place;
  /** Where what the handler returns has what the output's schema describes. Absent: all of it. */
  readonly returned?: Place;
  /** The id of the server that it is registered with; of a receiver, what that was made with at this path. */
  readonly server?: Place;
  /** What the author says of the tool, in the words of MCP: `readOnlyHint`, `destructiveHint`. */
  readonly annotations?: Place;
  /** Where the author says `read` or `write` of it. */
  readonly class?: Place;
  readonly guards?: readonly Guard[];
  /** The call returns this argument as it is. */
  readonly returnsArgument?: ArgumentIndex;
  /**
   * The call gives a plain object that has its options by their names: what spreads it is the same tool, with other options.
   * With the fields that each has, and the one that runs the tool.
   */
  readonly object?: { readonly fields: Readonly<Record<string, string>>; readonly run: string };
  /** The names of members, for a class of the program that extends this one. */
  readonly members?: { readonly name: string; readonly handler: string };
  /** An object with such a handler is a tool where the SDK expects one. */
  readonly isLiteral?: boolean;
}

/** A call that gives tools which others define: those of a server. What they do is not in the program. */
export interface ToolSetModel extends CallModel {
  /** The id of the server, where the call says it. */
  readonly server?: Place;
  /** The names of those that are let in. Absent: all. */
  readonly only?: Place;
  /** Where `only` is an object, the property that lets some in, and the call that makes such an object, by a property of what it is given. */
  readonly filter?: { readonly lets: string; readonly madeBy: CalleeRef; readonly of: string };
  readonly guards?: readonly Guard[];
  /** The tools that it gives, where the program defines them; the guards of the agent in `beyond` do not apply to these. */
  readonly gives?: { readonly tools: Place; readonly beyond?: readonly string[] };
}

/** A call that makes a tool of another agent: one that runs it, or hands over to it. */
export interface AgentToolModel extends CallModel {
  /** Absent: it is known by its name only. */
  readonly agent?: Place;
  /** The name that the other agent has. */
  readonly named?: Place;
  readonly guards?: readonly Guard[];
}

/** A call, or an object of that form, that stands for an agent which runs elsewhere: behind a protocol, or in another process. */
export interface RemoteModel extends CallModel {
  /** What messages call it where it has no name. */
  readonly noun: string;
  readonly name?: Place;
  readonly defaultName?: string;
  /** Where it can be reached: the first that is given. An object of that form is one by such a property. */
  readonly address?: readonly Place[];
  readonly guards?: readonly Guard[];
  readonly isLiteral?: boolean;
}

/** A tool that an agent has by what it is given to act on. */
export interface BackendTool {
  readonly name: string;
  /** The versions of the backend's package that have it. Absent: all. */
  readonly versions?: Versions;
  /** Its places are those of the call that makes the backend. */
  readonly effect: ToolEffect;
}

/** A call that makes something for an agent to act on, by tools that the SDK brings: a folder, a shell, a workspace. */
export interface BackendModel extends CallModel {
  readonly tools?: readonly BackendTool[];
  /** Where it is given others, whose tools the agent has as well. */
  readonly wraps?: readonly Place[];
  /** Guards of all these tools. */
  readonly guards?: readonly Guard[];
}

/** A call that makes an agent or runs one, or an object of that form. */
export interface AgentModel extends CallModel {
  /** What messages call it where it has no name. */
  readonly noun: string;
  /** The call runs it: what it gives is a result, whose variable is no name of the agent. */
  readonly isRun?: boolean;
  /** The call copies what it is called on, with its first argument laid over that. */
  readonly isCopy?: boolean;
  readonly name?: Place;
  readonly tools: readonly Place[];
  /** Lists of parts, some of which give it tools: which ones do is said by `ToolSetModel.gives`. */
  readonly givenBy?: readonly Place[];
  /** Names of the tools that it has for now. Absent: all. */
  readonly active?: Place;
  /** Names of tools that are taken away from it. In both lists also with a word before them, or `*`: `custom:*`. */
  readonly denied?: Place;
  readonly guards?: readonly Guard[];
  /** Lists of pieces that may guard: which ones do is said by `GuardPart`. */
  readonly parts?: readonly Place[];
  /** The names of tools that it has by itself; `*` where they are not known. */
  readonly brings?: readonly string[];
  /** Where it is given what these act on, with the guards of the agent that apply to these tools only. */
  readonly backends?: readonly { readonly at: Place; readonly guards?: readonly Guard[] }[];
  /** Agents that it may hand over to. */
  readonly children?: readonly Place[];
  /** The name of the tool by which the model hands over to them: a guard that stops that tool stops the step. */
  readonly handsOverBy?: string;
  /** Of an object: where it is given an agent that is made elsewhere, which it then is. */
  readonly standsFor?: Place;
  /** It may also hand over to the agent above, where that is one that may hand over, and to the others below that one, unless these places forbid it. */
  readonly returns?: { readonly unlessToParent: Place; readonly unlessToPeers: Place };
  /** It has the tools of the agent above: those that `only` names, or all where that is not given, without those that `denied` names. */
  readonly inherits?: {
    readonly only: Place;
    readonly denied?: Place;
    /** The mode in which it runs, where that is another one than that of the agent above. */
    readonly mode?: Place;
  };
  /** Texts in which the author says what it is for, and what it must not do. */
  readonly describedBy?: readonly Place[];
  /** Calls anywhere in the file that may decide for it, where they are given something at one of the places, if any are named. */
  readonly unlessCalled?: readonly { readonly callee: CalleeRef; readonly given?: readonly Place[] }[];
  /**
   * Of a model that comes with the plugin: settings cannot say it.
   * @hidden
   */
  readonly builtIn?: BuiltInTools;
  readonly isLiteral?: boolean;
}

/** Tools that an agent has without being given any. */
export interface BuiltInTools {
  /** The list of those that there are. Absent in the code: all. */
  readonly tools?: Place;
  /** The list of those that run without a decision. */
  readonly allowed?: Place;
  /** The list of those that are taken away. */
  readonly denied?: Place;
  /** Those that write, delete or execute. */
  readonly sensitive: readonly string[];
  /** Of these, the one that runs commands. */
  readonly shell?: string;
  /** Of these, tools that change less than some others: a hook for all of those was meant for them as well. */
  readonly lesser?: Readonly<Record<string, readonly string[]>>;
  /** Those that run another agent: steps, and no tools. */
  readonly delegates: readonly string[];
  /** What the agent is to do. */
  readonly prompt?: Place;
  /** What makes it go on with an earlier conversation, whose messages it then has beside the prompt. */
  readonly resumes?: readonly Place[];
  readonly mode?: Place;
  /** The modes in which everything runs without a decision. */
  readonly bypass: readonly string[];
  /** The mode to use instead, and what then stands between the model and the machine. */
  readonly instead: { readonly mode: string; readonly by: 'permission' | 'sandbox' };
  /** Those for which a decision is requested in these modes too, since a person answers them. */
  readonly interactive?: readonly string[];
  /** The settings of the SDK's own sandbox, and the tools that it confines. */
  readonly sandbox?: { readonly at: Place; readonly confines: readonly string[] };
  /** The methods of what the call gives by which a program only looks what the agent could do. */
  readonly looks?: readonly string[];
  /** Those by which it is given more to do later. */
  readonly feeds?: readonly string[];
  /** Objects of servers by name, with tools of the program: in `allowed` a tool of theirs is `mcp__<server>__<tool>`. */
  readonly servers?: Place;
  /** The tools in the call that makes such a server. */
  readonly served?: Place;
}

/** An element of a list of parts that may guard: a middleware, a plugin. */
export interface GuardPart extends CallModel {
  readonly guard: Guard;
  /** The part is there to guard, and allows every call where it is given nothing. */
  readonly isInertByDefault?: boolean;
  /** The method, for a class of the program that extends this one. */
  readonly member?: string;
}

/** A call that runs an agent that was made elsewhere, or makes a runner of it. */
export interface RunModel extends CallModel {
  /** Absent: there are only `others`. */
  readonly agent?: Place;
  /** What it runs is an agent that runs elsewhere, also where it is not known which. */
  readonly isRemote?: boolean;
  /** Further places for an agent that is run. */
  readonly others?: readonly Place[];
  /** Agents that those which it runs may hand over to. */
  readonly children?: readonly Place[];
  readonly guards?: readonly Guard[];
  readonly parts?: readonly Place[];
  /** Names of the tools that the agents have for this run, instead of those that they have for now. */
  readonly active?: Place;
}

/** A call that keeps agents under names, as the keys of objects. */
export interface RegistryModel extends CallModel {
  readonly agents: Place;
}

/** A call that gives an agent by the key that a registry of the program has it under, or by the agent's own name. */
export interface LookUpModel extends CallModel {
  readonly name: Place;
}

/** A call by which one agent lends tools to another, and nothing else. */
export interface LendingModel extends CallModel {
  readonly from: Place;
  readonly to: Place;
  /** The tools that it lends. */
  readonly lends: Place;
}

/** A call that runs a tool with no agent between: no guard of an agent runs. */
export interface InvocationModel extends CallModel {
  /** The id of the tool's server; of a receiver, what that was made with at this path. */
  readonly server?: Place;
  /** The tool itself. Absent: it is known by its name only. */
  readonly tool?: Place;
  readonly name?: Place;
  readonly input: Place;
  /** The guards of the tool that run all the same. */
  readonly asks?: readonly string[];
}

/** A call that decides: a question to a person. */
export interface DecisionModel extends CallModel {
  /**
   * It does not stop the code behind it. It decides about what a condition keeps from running where it is called, since the
   * function runs again with the answer.
   */
  readonly goesOn?: boolean;
}

/** A call that answers a guard's question for the person: approving all of them is no decision. */
export interface ApprovalModel extends CallModel {
  /**
   * What names open questions in the code around the call: a property of a run's result, a function that tests for it, or
   * the type of a message. Absent: `interruptions`.
   */
  readonly questions?: readonly string[];
  /** Where the answer is. Absent: the call itself approves. */
  readonly answer?: Place;
  /** The methods by which the agent that is given the answer runs: a run before it may have left questions open. */
  readonly runs?: readonly string[];
}

/** A call that registers a function which runs after a decision elsewhere: the handler of a server's request. */
export type RelayModel = CallModel;

/** An SDK, read from its declarations and documentation, and run. */
export interface AgentSdk {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly tools?: readonly ToolModel[];
  readonly toolSets?: readonly ToolSetModel[];
  readonly agentTools?: readonly AgentToolModel[];
  readonly remotes?: readonly RemoteModel[];
  readonly backends?: readonly BackendModel[];
  readonly agents?: readonly AgentModel[];
  readonly parts?: readonly GuardPart[];
  readonly runs?: readonly RunModel[];
  readonly registries?: readonly RegistryModel[];
  readonly lookUps?: readonly LookUpModel[];
  readonly lendings?: readonly LendingModel[];
  readonly invocations?: readonly InvocationModel[];
  readonly decisions?: readonly DecisionModel[];
  readonly approvals?: readonly ApprovalModel[];
  readonly relays?: readonly RelayModel[];
}
