import type {
  AgentNode,
  DelegationEdge,
  GraphFinding,
  GraphReport,
  HeldTool,
  ReachedTool,
  ToolNode,
} from '../../src/graph/report-types.ts';

/** What a made-up graph is of: agents by teams, a team by its supervisor. The same numbers make the same graph. */
export interface ReportShape {
  readonly agents: number;
  /** Agents of a team, its supervisor included, on average. */
  readonly team?: number;
  /** Whether one agent above hands over to each team; otherwise the teams are apart, but for some steps across. */
  readonly hasHead?: boolean;
  readonly seed?: number;
}

const domains =
  'billing support catalog shipping fraud research analytics content crm onboarding inventory pricing legal travel hiring'.split(
    ' ',
  );
const roles = 'triage writer reviewer lookup planner auditor refunds summarizer scheduler collector'.split(' ');
const harmless = 'search get list read describe count'.split(' ');
const sensitive = 'delete update send issue run write'.split(' ');
const things = 'order invoice ticket customer refund report file email record shipment'.split(' ');
const sdks = ['OpenAI Agents SDK', 'Mastra', 'LangChain', 'Google ADK', 'AI SDK'];

/** A realistic report: hubs and specialists, tools that are shared, guards, steps back, remote agents, some findings. */
export function reportWith({ agents: count, team = 9, hasHead = true, seed = 1 }: ReportShape): GraphReport {
  const random = generatorOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const tools = new Map<string, ToolNode>();
  const agents: Omit<AgentNode, 'reach'>[] = [];
  const delegations: DelegationEdge[] = [];
  const heads: string[] = [];

  for (let index = 0; agents.length < count; index += 1) {
    const domain = domains[index % domains.length]!;
    const folder = `packages/${domain}${index < domains.length ? '' : String(Math.floor(index / domains.length) + 1)}`;
    const size = Math.min(count - agents.length, 1 + Math.round(team * (0.4 + random() * 1.2)));
    const sdk = pick(sdks);
    const members: string[] = [];
    for (let member = 0; member < size; member += 1) {
      const label = member === 0 && hasHead && index === 0 ? 'frontdesk' : nameOf(domain, member);
      const isRemote = member > 1 && random() < 0.05;
      const id = agents.some((other) => other.label === label) ? `${label} (${folder}/${label}.ts)` : label;
      agents.push({
        id,
        label,
        at: isRemote ? null : `${folder}/${label}.ts:${String(5 + Math.floor(random() * 40))}:14`,
        kind: isRemote ? 'remote' : 'agent',
        sdk: isRemote ? 'A2A' : sdk,
        holds: isRemote ? [] : heldTools(domain, folder, member === 0),
        knowledge: isRemote || random() < 0.06 ? 'open' : 'closed',
        allowed: member === 0 && random() < 0.4 ? ['get_*', 'list_*', 'search_*', 'count_*'] : null,
      });
      members.push(id);
    }
    const [head] = members as [string];
    if (hasHead && heads[0] !== undefined) addStep(heads[0], head);
    heads.push(head);
    members.slice(1).forEach((member, at) => {
      const isDeep = at > 2 && random() < 0.35;
      addStep(isDeep ? members[1 + Math.floor(random() * 2)]! : head, member);
    });
    // A specialist that hands back, and a step to another team.
    if (members.length > 3 && random() < 0.3) addStep(members[2]!, head);
    if (index > 1 && random() < 0.5) addStep(pick(members), pick(heads));
  }

  const withReach = agents.map((agent): AgentNode => ({ ...agent, reach: reachOf(agent) }));
  return {
    version: 1,
    agents: sortedById(withReach),
    tools: sortedById([...tools.values()]),
    delegations,
    findings: findingsOf(withReach),
  };

  function nameOf(domain: string, member: number): string {
    if (member === 0) return `${domain}_supervisor`;
    const role = roles[(member - 1) % roles.length]!;
    return `${domain}_${role}${member > roles.length ? `_${String(Math.ceil(member / roles.length))}` : ''}`;
  }

  function heldTools(domain: string, folder: string, isHead: boolean): HeldTool[] {
    const held = new Map<string, HeldTool>();
    const wanted = isHead ? 1 + Math.floor(random() * 2) : 1 + Math.floor(random() * random() * 9);
    for (let number = 0; number < wanted; number += 1) {
      const isSensitive = !isHead && random() < 0.35;
      const name = `${pick(isSensitive ? sensitive : harmless)}_${pick(things)}`;
      const isServer = !isSensitive && random() < 0.08;
      const id = isServer ? `${domain}-mcp` : random() < 0.7 ? `${name} (${folder}/tools.ts)` : name;
      if (!tools.has(id)) tools.set(id, toolNode(id, isServer ? `${domain}-mcp` : name, folder, isSensitive, isServer));
      held.set(id, { tool: id, isGuarded: isSensitive && random() < 0.6 });
    }
    return [...held.values()];
  }

  function toolNode(id: string, label: string, folder: string, isSensitive: boolean, isServer: boolean): ToolNode {
    const at = `${folder}/tools.ts:${String(3 + Math.floor(random() * 200))}:25`;
    return {
      id,
      label,
      at,
      kind: isServer ? 'server' : 'tool',
      class: isServer ? 'unknown' : isSensitive ? 'sensitive' : 'harmless',
      effects: isSensitive
        ? [
            {
              kind: pick(['delete', 'write', 'egress', 'execute']),
              sink: pick(['fs.rm', 'fetch', 'pg.Client.query']),
              at,
            },
          ]
        : [],
    };
  }

  function addStep(from: string, to: string): void {
    if (from === to || delegations.some((edge) => edge.from === from && edge.to === to)) return;
    const target = agents.find(({ id }) => id === to);
    const via = target?.kind === 'remote' ? 'remote' : random() < 0.6 ? 'child' : random() < 0.8 ? 'asTool' : 'inTool';
    const file = agents.find(({ id }) => id === from)?.at?.split(':')[0] ?? 'packages/index.ts';
    delegations.push({
      from,
      to,
      via,
      tool: via === 'child' ? null : `ask_${to.split(' ')[0]!}`,
      at: `${file}:${String(50 + delegations.length)}:7`,
      lets: random() < 0.03 ? ['get_*'] : null,
      guards:
        random() < 0.12
          ? [{ guard: 'openai-agents.needsApproval', at: `${file}:${String(60 + delegations.length)}:5` }]
          : [],
      knowledge: random() < 0.05 ? 'dynamic' : 'closed',
      grants: random() < 0.04 ? [{ tools: ['issue_*'], reason: 'Decided by the limit of billing.' }] : [],
    });
  }

  function reachOf(agent: Omit<AgentNode, 'reach'>): ReachedTool[] {
    const ways = new Map<string, readonly string[]>([[agent.id, [agent.id]]]);
    const queue = [agent.id];
    const reached = new Map<string, ReachedTool>();
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      const way = ways.get(at)!;
      for (const { tool } of agents.find(({ id }) => id === at)?.holds ?? [])
        if (!reached.has(tool)) reached.set(tool, { tool, path: way, verdict: verdictOf(agent, tool, way) });
      for (const { from, to } of delegations)
        if (from === at && !ways.has(to)) {
          ways.set(to, [...way, to]);
          queue.push(to);
        }
    }
    return [...reached.values()];
  }

  function verdictOf(
    { allowed }: Pick<AgentNode, 'allowed'>,
    id: string,
    way: readonly string[],
  ): ReachedTool['verdict'] {
    const tool = tools.get(id);
    if (tool?.kind === 'server') return 'unknown';
    if (allowed === null) return 'unstated';
    if (allowed.some((pattern) => tool?.label.startsWith(pattern.slice(0, -1)))) return 'allowed';
    const isGranted = delegations.some(({ from, to, grants }) => from === way[0] && to === way[1] && grants.length > 0);
    return isGranted ? 'granted' : 'disallowed';
  }

  function findingsOf(all: readonly AgentNode[]): GraphFinding[] {
    return all.flatMap(({ id, label, at, reach }) => {
      const beyond = reach.find(
        ({ tool, verdict }) => verdict === 'disallowed' && tools.get(tool)?.class === 'sensitive',
      );
      if (!beyond) return [];
      const name = tools.get(beyond.tool)?.label ?? beyond.tool;
      const way = beyond.path.join(' → ');
      return [
        {
          rule: 'no-disallowed-capability',
          at,
          message: `\`${label}\` can have \`${name}\` run, which its allow-list does not hold: ${way}. Grant it, or take it away.`,
          path: beyond.path.length > 1 ? beyond.path : [id],
          tools: [beyond.tool],
        } satisfies GraphFinding,
      ];
    });
  }
}

/** Names as people who mean harm, or who are careless, would choose them. */
export const hostileNames = [
  `"quoted" 'single' \`tick\``,
  '</script><script>globalThis.isBroken = true</script>',
  '<img src=x onerror="globalThis.isBroken = true">',
  'a]b[c{d}e|f(g)h>i<j',
  'first line\nsecond line\r\nthird\u2028fourth\ttab',
  'end; %% %%{init: {}}%% --> click a "javascript:alert(1)" &quot; &#34; #quot; #35;',
  '🧾 факт 注文 👩‍👩‍👧‍👦',
  '\\N \\G \\l \\" \\',
  'long_'.repeat(60),
  '\u202Egnp.exe\u0000\u0007\uD800',
  '<!-- <script>',
  ']]>',
  '$& $1 $` ${x}',
  '__proto__',
  '',
];

/** Each hostile name as an agent, as a tool, as a place and in a finding; each agent hands over to the next. */
export function hostileReport(): GraphReport {
  const agents = hostileNames.map((name, at): AgentNode => ({
    id: `${name} (${String(at)})`,
    label: name,
    at: `src/${name}.ts:1:1`,
    kind: at % 5 === 4 ? 'remote' : 'agent',
    sdk: name,
    holds: [{ tool: `tool ${name}`, isGuarded: at % 2 === 0 }],
    knowledge: 'closed',
    allowed: [name],
    reach: [{ tool: `tool ${name}`, path: [`${name} (${String(at)})`], verdict: 'allowed' }],
  }));
  const tools = hostileNames.map((name, at): ToolNode => ({
    id: `tool ${name}`,
    label: name,
    at: `src/${name}.ts:2:1`,
    kind: 'tool',
    class: at % 2 === 0 ? 'sensitive' : 'unknown',
    effects: [{ kind: name, sink: name, at: null }],
  }));
  const delegations = agents.slice(1).map((to, at): DelegationEdge => ({
    from: agents[at]!.id,
    to: to.id,
    via: 'asTool',
    tool: to.label,
    at: to.at!,
    lets: [to.label],
    guards: [{ guard: to.label, at: to.at! }],
    knowledge: 'dynamic',
    grants: [{ tools: [to.label], reason: to.label }],
  }));
  const findings = agents.map(({ id, label, at, holds }): GraphFinding => ({
    rule: 'policy',
    at,
    message: label,
    path: [id],
    tools: [holds[0]!.tool],
  }));
  return { version: 1, agents, tools, delegations, findings };
}

/** A program without agents. */
export const emptyReport: GraphReport = { version: 1, agents: [], tools: [], delegations: [], findings: [] };

function sortedById<T extends { readonly id: string }>(nodes: readonly T[]): T[] {
  return [...nodes].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function generatorOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
