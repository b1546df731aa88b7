/** What the page is made from. Everything refers to everything else by its index in these lists. */
export interface PageData {
  readonly agents: readonly PageAgent[];
  readonly tools: readonly PageTool[];
  readonly steps: readonly PageStep[];
  readonly findings: readonly PageFinding[];
  /** What changed since a revision, a sentence each; null where nothing was compared. */
  readonly changes: { readonly since: string; readonly sentences: readonly string[] } | null;
  readonly texts: {
    readonly marks: Readonly<Record<Mark, string>>;
    readonly badges: Readonly<Record<PageBadge, string>>;
  };
}

export type Mark = 'undecided' | 'unknown' | 'decided' | 'harmless';

export type PageBadge = 'guarded' | 'granted' | 'narrowed' | 'dynamic';

export interface PageAgent {
  readonly name: string;
  /** The name, with the file where others have the same. */
  readonly id: string;
  readonly at: string | null;
  readonly isRemote: boolean;
  readonly sdk: string;
  readonly isOpen: boolean;
  /** Patterns of the policy; null where it does not name the agent. */
  readonly allowed: readonly string[] | null;
  readonly reach: readonly PageReach[];
}

export interface PageReach {
  readonly tool: number;
  /** The shortest way, from the agent to the one that has the tool. */
  readonly path: readonly number[];
  readonly verdict: 'allowed' | 'granted' | 'disallowed' | 'unstated' | 'unknown';
  readonly mark: Mark;
  /** The tool is guarded. */
  readonly isGuarded: boolean;
}

export interface PageTool {
  readonly name: string;
  readonly id: string;
  readonly at: string | null;
  /** `sensitive`, `a server's tools, not known what they do`. */
  readonly about: string;
  readonly effects: readonly string[];
}

export interface PageStep {
  readonly from: number;
  readonly to: number;
  /** `hands over`, `as a tool`. */
  readonly via: string;
  readonly at: string;
  readonly badges: readonly PageBadge[];
  /** What the badges stand for, a sentence each. */
  readonly notes: readonly string[];
}

export interface PageFinding {
  readonly message: string;
  readonly rule: string;
  readonly at: string | null;
  readonly path: readonly number[];
  readonly tools: readonly number[];
}
