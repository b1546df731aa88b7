import { Names, numbered, pascalCase } from '../names.ts';
import { partsOf, shapesIn } from '../schema/shape.ts';
import type { Content, Declaration, ServerShapes, Shape, ToolShapes } from '../schema/shape.ts';
import type { NamingRules } from './language.ts';

/** A tool with the names of its types, and the declarations that stand with it. */
export interface NamedTool {
  readonly tool: ToolShapes;
  /** In Pascal case, unique among the tools. */
  readonly name: string;
  /** In the order in which they are met; those that earlier tools share are left out. */
  readonly declarations: readonly Declaration[];
}

/** The names of everything in a file. */
export interface Naming {
  /** The server's, in Pascal case. */
  readonly server: string;
  readonly tools: readonly NamedTool[];
  readonly nameOf: (declaration: Declaration) => string;
  /** All names of types, for others that a language adds. */
  readonly taken: Names;
}

/** One declaration, with the tool's type that it is a part of. */
interface Found {
  readonly declaration: Declaration;
  readonly root: string;
  readonly tool: number;
}

/**
 * Names all types of a server. Declarations that are the same in all that they say share one name; others of the same
 * short name have the name of the tool's type before theirs.
 */
export function namesOf({ name, tools }: ServerShapes, rules: NamingRules): Naming {
  const server = pascalCase(name);
  const taken = new Names([...rules.reserved, ...rules.serverNames(server)]);
  const toolNames = tools.map((tool) => takeToolName(tool, rules, taken));
  const found = tools.flatMap((tool, index) => declarationsOf(tool, toolNames[index] ?? '', index, rules));
  const names = new Map<Declaration, string>();
  for (const { declaration, root } of found) if (declaration.isRoot) names.set(declaration, root);
  const parts = found.filter(({ declaration }) => !declaration.isRoot);
  const representatives = shared(parts);
  const ambiguous = ambiguousIn(parts, representatives);
  const written: Declaration[][] = tools.map(() => []);
  for (const { declaration, root, tool } of found) {
    const representative = representatives.get(declaration) ?? declaration;
    const { short } = declaration;
    if (!names.has(representative)) names.set(representative, taken.take(...candidates(short, root, ambiguous)));
    names.set(declaration, names.get(representative) ?? short);
    if (representative === declaration) written[tool]?.push(declaration);
  }
  const named = tools.map((tool, index) => ({
    tool,
    name: toolNames[index] ?? '',
    declarations: written[index] ?? [],
  }));
  return { server, tools: named, nameOf: (declaration) => names.get(declaration) ?? declaration.short, taken };
}

function candidates(short: string, root: string, ambiguous: ReadonlySet<string>): [string, ...string[]] {
  const long = short.startsWith(root) ? short : `${root}${short}`;
  return ambiguous.has(short) ? [long] : [short, long];
}

/** Short names of several declarations: none of them has it, so that a tool more does not change which one does. */
function ambiguousIn(
  found: readonly Found[],
  representatives: ReadonlyMap<Declaration, Declaration>,
): ReadonlySet<string> {
  const firsts = new Map<string, Declaration | undefined>();
  const ambiguous = new Set<string>();
  for (const { declaration } of found) {
    const representative = representatives.get(declaration);
    if (!firsts.has(declaration.short)) firsts.set(declaration.short, representative);
    else if (firsts.get(declaration.short) !== representative) ambiguous.add(declaration.short);
  }
  return ambiguous;
}

function takeToolName({ name }: ToolShapes, rules: NamingRules, taken: Names): string {
  const base = pascalCase(name);
  const allOf = (tool: string) => [`${tool}Args`, `${tool}${rules.resultSuffix}`, ...rules.toolNames(tool)];
  let free = base;
  for (let number = 2; allOf(free).some((each) => taken.has(each)); number++) free = numbered(base, number);
  for (const each of allOf(free)) taken.take(each);
  return free;
}

function declarationsOf(tool: ToolShapes, name: string, index: number, rules: NamingRules): readonly Found[] {
  const seen = new Set<Declaration>();
  const found: Found[] = [];
  const visit = (declaration: Declaration, root: string): void => {
    if (seen.has(declaration)) return;
    seen.add(declaration);
    found.push({ declaration, root, tool: index });
    for (const used of rules.usedBy(declaration)) visit(used, root);
  };
  for (const [shape, suffix] of [
    [tool.args, 'Args'],
    [tool.result, rules.resultSuffix],
  ] as const)
    if (shape?.kind === 'named') visit(shape.declaration, `${name}${suffix}`);
  return found;
}

/**
 * For each declaration, the first that is the same: of the same short name, with the same content, where what it refers to
 * is the same too. Begins with all of one short name being the same, and separates until nothing has to be.
 */
function shared(found: readonly Found[]): ReadonlyMap<Declaration, Declaration> {
  let classes = new Map(found.map(({ declaration }) => [declaration, declaration.short]));
  for (;;) {
    const keyOf = (declaration: Declaration) => classes.get(declaration) ?? '';
    const texts = found.map(({ declaration }) => `${keyOf(declaration)}\n${signatureOf(declaration, keyOf)}`);
    const ids = new Map<string, string>();
    for (const text of texts) if (!ids.has(text)) ids.set(text, String(ids.size));
    const next = new Map(found.map(({ declaration }, index) => [declaration, ids.get(texts[index] ?? '') ?? '']));
    if (new Set(next.values()).size === new Set(classes.values()).size) break;
    classes = next;
  }
  const firsts = new Map<string, Declaration>();
  for (const { declaration } of found) {
    const key = classes.get(declaration) ?? '';
    if (!firsts.has(key)) firsts.set(key, declaration);
  }
  return new Map(
    found.map(({ declaration }) => [declaration, firsts.get(classes.get(declaration) ?? '') ?? declaration]),
  );
}

/** All that a declaration says, with others by their class. */
function signatureOf({ content, doc, short }: Declaration, keyOf: (declaration: Declaration) => string): string {
  return JSON.stringify([short, doc, content], (key, value: unknown) => {
    // Those that are written in others have no name: what they say counts.
    const known = key === 'declaration' ? keyOf(value as Declaration) : '';
    return known === '' ? value : known;
  });
}

/** The declarations that shapes refer to directly. */
export function namedIn(shapes: readonly Shape[]): readonly Declaration[] {
  return shapes.flatMap((shape) => (shape.kind === 'named' ? [shape.declaration] : namedIn(partsOf(shape))));
}

/** The declarations that a content refers to directly. */
export function declarationsIn(content: Content): readonly Declaration[] {
  return namedIn(shapesIn(content));
}
