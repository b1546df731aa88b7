import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AgentNode, DelegationEdge, GraphReport, ReachedTool, ToolNode } from './report-types.ts';
import { colourVariables } from './colours.ts';
import { badgesOf, drawingOf, indexesOf, type MarkedReport, markOf, toolMarks } from './drawing.ts';
import { layoutOf } from './layout.ts';
import { escaped } from './markup.ts';
import { shownName } from './names.ts';
import type { PageAgent, PageData, PageReach, PageStep, PageTool } from './page/data.ts';
import { pageScript } from './page-script.ts';
import { pictureOf, symbolMarkup } from './picture.ts';
import { pictureStyle } from './svg.ts';
import { badgeTexts, markTexts, viaTexts } from './texts.ts';

/** What changed since a revision, a sentence each. */
export type ChangeList = NonNullable<PageData['changes']>;

/**
 * A page of one file: the picture, what it is made from, a style and a script. Its policy lets it load nothing, and run
 * nothing but this script.
 */
export async function htmlOf(marked: MarkedReport, changes: ChangeList | null = null): Promise<string> {
  const drawing = drawingOf(marked);
  const layout = await layoutOf(drawing);
  const style = `:root { color-scheme: light dark; ${colourVariables()} }\n${pictureStyle()}\n${readFileSync(new URL('page.css', import.meta.url), 'utf8')}`;
  const script = pageScript();
  const policy = [
    `default-src 'none'`,
    `script-src 'sha256-${digestOf(script)}'`,
    `style-src 'sha256-${digestOf(style)}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');
  const { agents } = marked.report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Who can do what through whom</title>
<style>${style}</style>
</head>
<body>
<svg class="symbols" aria-hidden="true" width="0" height="0"><defs>${symbolMarkup}</defs></svg>
<header>
<h1>agent-safety graph</h1>
<div class="search" role="search">
<input id="search" type="search" role="combobox" aria-label="Search agents and tools" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search agents and tools">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="Found" hidden></ul>
</div>
<button id="theme" type="button" aria-pressed="false">Dark</button>
</header>
<main>
<div class="stage">
<svg id="picture" class="picture${drawing.isFolded ? ' is-folded' : ''}" role="group" aria-label="${escaped(`Picture of ${String(agents.length)} agents. Arrow keys go from agent to agent, Enter chooses one.`)}" data-width="${String(Math.ceil(layout.width))}" data-height="${String(Math.ceil(layout.height))}"><g id="content">${pictureOf(drawing, layout)}</g></svg>
${agents.length === 0 ? '<p class="empty">No agents of a known SDK were found.</p>' : ''}
<div class="zoom" role="group" aria-label="Size of the picture">
<button id="larger" type="button" aria-label="Larger">+</button>
<button id="smaller" type="button" aria-label="Smaller">−</button>
<button id="fit" type="button">Fit</button>
</div>
</div>
<aside id="panel" aria-label="What is chosen"></aside>
</main>
<p id="live" class="unseen" role="status" aria-live="polite"></p>
<noscript><p class="note">Without scripts the picture can be looked at, not asked.</p></noscript>
<script type="application/json" id="data">${jsonInScript(dataOf(marked.report, changes))}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

/** JSON that ends no script element and begins no comment in one, whatever the names in it. */
function jsonInScript(data: PageData): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function dataOf({ agents, tools, delegations, findings }: GraphReport, changes: ChangeList | null): PageData {
  const agentAt = indexesOf(agents);
  const toolAt = indexesOf(tools);
  const guarded = new Map(
    agents.map(({ id, holds }) => [id, new Set(holds.flatMap((held) => (held.isGuarded ? [held.tool] : [])))]),
  );
  return {
    agents: agents.map(pageAgent),
    tools: tools.map(pageTool),
    steps: delegations.map(pageStep),
    findings: findings.map(({ rule, at, message, path, tools: about }) => ({
      rule,
      at: placeOf(at),
      message: shownName(message),
      path: indexes(path, agentAt),
      tools: indexes(about, toolAt),
    })),
    changes: changes && { since: shownName(changes.since), sentences: changes.sentences.map(shownName) },
    texts: { marks: markTexts, badges: badgeTexts },
  };

  function pageAgent({ id, label, at, kind, sdk, knowledge, allowed, reach }: AgentNode): PageAgent {
    return {
      name: shownName(label),
      id: shownName(id),
      at: placeOf(at),
      isRemote: kind === 'remote',
      sdk: shownName(sdk),
      isOpen: knowledge === 'open',
      allowed: allowed?.map(shownName) ?? null,
      reach: reach
        .flatMap(pageReach)
        .sort((a, b) => a.path.length - b.path.length || toolMarks.indexOf(a.mark) - toolMarks.indexOf(b.mark)),
    };
  }

  function pageReach({ tool, path, verdict }: ReachedTool): PageReach[] {
    const at = toolAt.get(tool);
    const node = at === undefined ? undefined : tools[at];
    if (at === undefined || !node) return [];
    const isGuarded = guarded.get(path.at(-1) ?? '')?.has(tool) ?? false;
    return [{ tool: at, path: indexes(path, agentAt), verdict, mark: markOf(node, isGuarded), isGuarded }];
  }

  function pageStep(edge: DelegationEdge): PageStep {
    const { via, at, tool, lets, guards, grants, knowledge } = edge;
    return {
      from: agentAt.get(edge.from) ?? 0,
      to: agentAt.get(edge.to) ?? 0,
      via: shownName(tool === null ? viaTexts[via] : `${viaTexts[via]}, ${tool}`),
      at: shownName(at),
      badges: badgesOf(edge),
      notes: [
        ...guards.map((guard) => `Guard ${guard.guard}, ${guard.at}`),
        ...grants.map((grant) => `Granted: ${grant.tools.join(', ')}. ${grant.reason}`),
        ...(lets ? [`Lets through: ${lets.join(', ') || 'nothing'}`] : []),
        ...(knowledge === 'dynamic' ? ['Which agent it is, is chosen at run time'] : []),
      ].map(shownName),
    };
  }
}

function pageTool({ id, label, at, kind, class: kindOfEffect, effects }: ToolNode): PageTool {
  const what = { tool: 'tool', server: 'tools of a server', 'built-in': 'tool of the SDK' }[kind];
  return {
    name: shownName(label),
    id: shownName(id),
    at: placeOf(at),
    about: `${kindOfEffect === 'unknown' ? 'not known' : kindOfEffect}, ${what}`,
    effects: effects.map((effect) =>
      shownName(`${effect.kind} by ${effect.sink}${effect.at === null ? '' : `, ${effect.at}`}`),
    ),
  };
}

function placeOf(at: string | null): string | null {
  return at === null ? null : shownName(at);
}

function indexes(ids: readonly string[], at: ReadonlyMap<string, number>): number[] {
  return ids.flatMap((id) => at.get(id) ?? []);
}
