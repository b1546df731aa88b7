import { dirname } from 'node:path';
import type { Policy } from '../config/policy/policy.ts';
import type { Registries } from '../config/registry/registry.ts';
import type { AnalysisSettings } from '../config/settings/analysis-settings.ts';
import {
  type AgentSettings,
  agentSettingsOf,
  policyOf,
  protocolsOf,
  registriesOf,
  tokensOf,
} from '../config/settings/settings.ts';
import { memo } from '../memo.ts';
import type { CalleeRef, Protocol } from '../models/sessions/protocol.ts';
import { type Effect, effectsOf } from '../program/effects/effects.ts';
import type { Evaluator } from '../program/values/evaluator.ts';
import { mentions, type syntax, type ts } from '../type-utils/index.ts';
import type { AgentFacts } from './agents/agents.ts';
import { ToolClasses } from './contracts/tool-classes.ts';
import { type Mismatch, mismatchesIn } from './contracts/mismatches.ts';
import { type PolicyVerdicts, policyVerdictsOf } from './delegations/authority.ts';
import { type Combinations, combinationsOf } from './delegations/combinations.ts';
import { type DelegationFacts, delegationFactsOf } from './delegations/delegation-facts.ts';
import { type Guardrails, guardrailsOf } from './guardrails/guardrails.ts';
import { mayStartAgents } from './guardrails/started-agents.ts';
import type { SessionFacts } from './sessions/session-facts.ts';
import { sessionFactsOf } from './sessions/sessions.ts';
import { withTypestateClasses } from './sessions/typestate-classes.ts';
import { type MissingOwnModules, missingOwnModulesOf } from './setup/unresolved-modules.ts';
import { packagesOf, type UnresolvedSdk, unresolvedSdksOf } from './setup/unresolved-sdks.ts';
import { type SharedServer, sharedServerFinder } from './sharing/shared-servers.ts';
import { TokenAnalysis } from './tokens/token-analysis.ts';

/** How a program is analysed. */
export interface AnalysisConfig {
  /** The same object for the same settings: parts of the analysis are kept by its identity. */
  readonly settings?: AnalysisSettings | undefined;
  /** From where the path of a policy file is resolved; the process's by default. */
  readonly cwd?: string;
  /** Which policy holds for a file, instead of the one of the settings or the nearest on disk. */
  readonly policyOf?: (file: ts.SourceFile) => Policy | undefined;
}

/**
 * Everything that is known of one program, under some settings. Each part is computed when it is first used and kept as
 * long as the program; results do not depend on the order of use.
 */
export class Analysis {
  readonly program: ts.Program;
  readonly sessions = {
    /** What happens to the sessions in a file: verdicts, misuses and leaks. */
    in: (file: ts.SourceFile): SessionFacts => sessionFactsOf(file, this.program, this.#allProtocols),
  };
  readonly effects = {
    /** What a function reaches, itself or through what it calls: writes, requests, commands, payments. */
    of: (fn: syntax.FunctionLike): readonly Effect[] => effectsOf(fn, this.program),
  };
  readonly sharing = {
    /** The calls of a file that serve several clients with an object for one; `registrars` are callees whose callbacks run once per request, beside the modelled ones. */
    in: (file: ts.SourceFile, registrars: readonly CalleeRef[] = []): readonly SharedServer[] =>
      sharedServerFinder(this.program, this.#protocols, registrars).sharedIn(file),
  };
  /** The policy that holds for a file. @throws Error with each mistake of the policy file and its line */
  readonly policyFor: (file: ts.SourceFile) => Policy | undefined;
  /** The tool registry that holds for a file. @throws Error with each mistake of its documents and reviews */
  readonly registriesFor: (file: ts.SourceFile) => Registries | undefined;
  readonly #settings: unknown;
  #isRelevant: boolean | undefined;

  /**
   * @param program of the compiler that the process has, TypeScript 5.4 to 6.0 or 7
   * @throws Error, from the part that reads a setting, which names the setting and what is allowed there
   */
  constructor(program: ts.Program, { settings, cwd = process.cwd(), policyOf: given }: AnalysisConfig = {}) {
    this.program = program;
    this.#settings = settings;
    this.registriesFor = byFolder((file) => registriesOf(file, this.#settings, cwd));
    this.policyFor = given ?? byFolder((file) => policyOf(file, this.#settings, cwd));
  }

  /**
   * Whether anything in the program can concern the rules: it mentions a package that is modelled, or an option by which
   * agents of the command line run all their tools unasked, or has classes whose types are states. Found out from imports and
   * texts, with no query to the type checker.
   */
  get isRelevant(): boolean {
    return (this.#isRelevant ??=
      mentions(this.program, [
        { packages: packagesOf(this.agentSettings.sdks, this.#protocols, this.tokens.models) },
      ]) ||
      this.#allProtocols !== this.#protocols ||
      mayStartAgents(this.program));
  }

  /** SDKs and functions that decide: the built-in ones, and those of the settings. */
  get agentSettings(): AgentSettings {
    return agentSettingsOf(this.#settings);
  }

  /** Tools, agents and guards. */
  get agents(): AgentFacts {
    return this.guardrails.facts;
  }

  /** What stops which tool of which agent, and which calls of a tool are guarded. */
  get guardrails(): Guardrails {
    return guardrailsOf(this.program, this.agentSettings);
  }

  readonly contracts = {
    /** Where the tools that a file defines disagree with their handlers about what goes in and comes out. */
    mismatchesIn: (file: ts.SourceFile): readonly Mismatch[] => mismatchesIn(this.agents, file),
  };

  /** Which agent can have what run, and by whom. */
  get delegations(): DelegationFacts {
    return delegationFactsOf(this.guardrails);
  }

  /** What the policy of a file says of the agents of the program, today. */
  policyVerdictsFor(file: ts.SourceFile): PolicyVerdicts | undefined {
    const policy = this.policyFor(file);
    return policy && policyVerdictsOf(policy, this.delegations);
  }

  /** The classes of tools whose code is elsewhere, as the registry and the policy of a file have them. */
  toolClassesFor(file: ts.SourceFile): ToolClasses {
    return new ToolClasses(this.registriesFor(file), this.policyFor(file));
  }

  /** The combinations of tools that the policy of a file forbids, or the lethal trifecta. */
  combinationsFor(file: ts.SourceFile): Combinations {
    return combinationsOf(this.delegations, this.policyFor(file));
  }

  /** Guardrail tokens: what mints, spends, forges and keeps them. */
  get tokens(): TokenAnalysis {
    return new TokenAnalysis(this.program, tokensOf(this.#settings), () => this.agents);
  }

  /** The values of expressions. */
  get values(): Evaluator {
    return this.agents.evaluator;
  }

  /** SDKs that the program imports, and of which nothing or not all is checked. */
  get unresolvedSdks(): readonly UnresolvedSdk[] {
    return unresolvedSdksOf(this.program, this.agentSettings.sdks, this.#protocols);
  }

  /** Modules of the project itself that do not resolve where agent SDKs are used. */
  get missingOwnModules(): readonly MissingOwnModules[] {
    return missingOwnModulesOf(this.program, this.agentSettings.sdks, this.#protocols);
  }

  /** With those of the program's own classes. */
  get #allProtocols(): readonly Protocol[] {
    return withTypestateClasses(this.program, this.#protocols);
  }

  get #protocols(): readonly Protocol[] {
    return protocolsOf(this.#settings);
  }
}

/** The analysis of a program: one for all rules with the same settings. */
export const analysisOf = memo(
  (program: ts.Program, settings: unknown, cwd: string) =>
    // Each part that reads a setting checks it.
    new Analysis(program, { settings: settings as AnalysisSettings | undefined, cwd }),
);

/** What holds for all files of a folder, found once: the search goes up through all folders above. */
function byFolder<Value>(valueOf: (file: string) => Value): (file: ts.SourceFile) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return ({ fileName }) => {
    const folder = dirname(fileName);
    let kept = known.get(folder);
    if (!kept) known.set(folder, (kept = { value: valueOf(fileName) }));
    return kept.value;
  };
}
