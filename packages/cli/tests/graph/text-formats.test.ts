import { instance } from '@viz-js/viz';
import { describe, expect, it } from 'vitest';
import { dotOf } from '../../src/graph/dot.ts';
import { mermaidLimits, mermaidOf } from '../../src/graph/mermaid.ts';
import { cellsOf, shortened, shownName } from '../../src/graph/names.ts';
import { emptyReport, hostileNames, hostileReport, reportWith } from './reports.ts';

const small = reportWith({ agents: 5 });

describe('Mermaid', () => {
  it('has agents with their tools, steps with what is on them, and findings in red', () => {
    expect(mermaidOf({ report: small })).toMatchInlineSnapshot(`
      "flowchart LR
        %% ▲ sensitive, no guard
        %% ◇ not known what it does
        %% △ sensitive, guarded
        %% ○ harmless
        a0["<b>billing_lookup</b><br/>▲ write_report<br/>▲ write_invoice<br/>△ update_record<br/>△ delete_order<br/>○ count_shipment<br/>○ read_order"]
        a1["<b>billing_reviewer</b><br/>△ delete_file (finding)"]
        a2["<b>billing_triage</b><br/>◇ billing-mcp"]
        a3["<b>billing_writer</b><br/>○ describe_invoice<br/>○ get_email"]
        a4["<b>frontdesk</b><br/>○ count_ticket<br/>○ count_refund"]:::flagged
        a4 --> a2
        a4 -->|"as a tool, a guard reaches across"| a3
        a4 -.->|"in a tool"| a1
        a4 --> a0
        a3 -->|"as a tool"| a4
        linkStyle 2 stroke:#b42318,stroke-width:2px
        classDef default text-align:left
        classDef flagged stroke:#b42318,stroke-width:2px
      "
    `);
  });

  it('folds the tools into counts where the text would be longer than Mermaid takes', () => {
    const many = mermaidOf({ report: reportWith({ agents: 600 }) });
    expect(many.length).toBeLessThan(mermaidLimits.characters * 1.5);
    expect(many).toMatch(/▲ \d+ {2}/);
    expect(mermaidOf({ report: reportWith({ agents: 200 }) })).not.toMatch(/▲ \d+ {2}/);
  });

  it('lets no name end its label, begin a directive, or be read as markup', () => {
    const lines = mermaidOf({ report: hostileReport() }).split('\n');
    const labels = lines.filter((line) => /^ {2}a\d+\[/.test(line));
    expect(labels).toHaveLength(hostileNames.length);
    for (const label of labels) {
      const [, text = ''] = /^ {2}a\d+\["(.*)"\](?::::\w+)?$/.exec(label) ?? [];
      expect(text.replaceAll('<br/>', '').replace(/<\/?b>/g, '')).toMatch(/^(?:#\d+;|[^"<>#;%{}[\]|`\\&$\n])+$/u);
    }
  });

  it('says what is new and what is gone', () => {
    const presences = { agents: new Map([[0, 'added'] as const]), delegations: new Map([[1, 'removed'] as const]) };
    const text = mermaidOf({ report: small, presences });
    expect(text).toMatch(/a0\[.*\]:::added/);
    expect(text).toMatch(/\|"removed, /);
    expect(text).toMatch(/linkStyle 1 stroke-dasharray/);
  });

  it('is a flowchart without anything where there is nothing', () => {
    expect(mermaidOf({ report: emptyReport })).toMatch(/^flowchart LR\n {2}classDef/);
  });
});

describe('DOT', () => {
  it('has agents with their tools, steps with what is on them, and findings in red', () => {
    expect(dotOf({ report: small })).toMatchInlineSnapshot(`
      "digraph agents {
        // ▲ sensitive, no guard
        // ◇ not known what it does
        // △ sensitive, guarded
        // ○ harmless
        rankdir=LR
        node [shape=box, style=rounded, fontname="Helvetica", fontsize=11]
        edge [fontname="Helvetica", fontsize=9]
        a0 [label="billing_lookup\\n▲ write_report\\l▲ write_invoice\\l△ update_record\\l△ delete_order\\l○ count_shipment\\l○ read_order\\l"]
        a1 [label="billing_reviewer\\n△ delete_file (finding)\\l"]
        a2 [label="billing_triage\\n◇ billing-mcp\\l"]
        a3 [label="billing_writer\\n○ describe_invoice\\l○ get_email\\l"]
        a4 [label="frontdesk\\n○ count_ticket\\l○ count_refund\\l", color="#b42318", penwidth="2"]
        a4 -> a2 []
        a4 -> a3 [label="as a tool\\na guard reaches across\\n", arrowhead="empty"]
        a4 -> a1 [label="in a tool\\n", style="dashed", arrowhead="empty", color="#b42318", penwidth="2"]
        a4 -> a0 []
        a3 -> a4 [label="as a tool\\n", arrowhead="empty"]
      }
      "
    `);
  });

  it.each([
    ['names of people who mean harm', hostileReport()],
    ['200 agents', reportWith({ agents: 200 })],
    ['nothing', emptyReport],
  ])('is read by Graphviz: %s', async (_, report) => {
    const viz = await instance();
    const result = viz.render(dotOf({ report }), { format: 'json' });
    // It does not know the widths of our signs.
    expect(result.errors.filter(({ level }) => level !== 'warning')).toEqual([]);
    const { objects = [] } = JSON.parse(result.output!) as { objects?: { name: string; label: string }[] };
    expect(objects).toHaveLength(report.agents.length);
  });

  it('gives Graphviz the names as they are shown', async () => {
    const viz = await instance();
    const { output } = viz.render(dotOf({ report: hostileReport() }), { format: 'plain' });
    // A backslash is doubled in Graphviz' output as well.
    for (const name of [`</script><script>globalThis.isBroken = true</script>`, '<!-- <script>', '__proto__'])
      expect(output).toContain(name);
  });
});

describe('names', () => {
  it.each([
    ['a\nb\r\n\tc', 'a b c'],
    ['', '(no name)'],
    [' \u2028 ', '(no name)'],
    ['\u202Eabc', '\uFFFDabc'],
    ['a\u0000\u001B[31m', 'a\uFFFD\uFFFD[31m'],
    ['\uD800x', '\uFFFDx'],
    ['факт 注文 👩‍👩‍👧‍👦', 'факт 注文 👩‍👩‍👧‍👦'],
  ])('%j is shown as %j', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  it('are as wide as their characters', () => {
    expect(['abc', '注文', '👩‍👩‍👧‍👦', 'é', ''].map(cellsOf)).toEqual([3, 4, 2, 1, 0]);
  });

  it('are shortened to what fits, between characters', () => {
    expect(shortened('abcdef', 6)).toBe('abcdef');
    expect(shortened('abcdefg', 6)).toBe('abcde…');
    expect(shortened('注文注文', 6)).toBe('注文…');
    expect(shortened('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 5)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
    expect(shortened('a bcdef', 3)).toBe('a…');
  });
});
