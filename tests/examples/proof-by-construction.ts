/** A block of the guide's program, with what the page says below it. */
export interface Step {
  readonly code: string;
  /** What the block prints, as the page shows it, where it is as it should be. */
  readonly prints: string;
  /** What becomes of it, where it is wrong on purpose. */
  readonly wrong: Wrong | undefined;
}

/** As the page says it, on one line; `…` stands for anything. */
export interface Wrong {
  readonly compiler: string;
  readonly runTime: string;
  readonly lint: string;
}

/** The guide's program as one file, and the lines on which its steps begin, counted from 1. */
export interface GuideProgram {
  readonly text: string;
  readonly starts: readonly number[];
}

/** What a program prints after each step. */
export const mark = '-- next --';

/** The blocks of TypeScript on the page, in its order: together they are one program. */
export function stepsOf(page: string): Step[] {
  const blocks = page.matchAll(/^```ts\n([\s\S]*?)^```(?:\n\n```text\n([\s\S]*?)^```)?/gm);
  return [...blocks].map(([, code = '', text = '']) =>
    text.startsWith('compiler') ? { code, prints: '', wrong: wrongOf(text) } : { code, prints: text, wrong: undefined },
  );
}

/** The program for the compiler and the rules: what is wrong is a block of its own, so that its names are, too. */
export function programToRead(steps: readonly Step[]): GuideProgram {
  return programOfParts(steps.map(({ code, wrong }) => (wrong ? ['{\n', code, '}\n'] : ['', code, ''])));
}

/** The program to run: after each step there is a mark, and before it what a wrong one has thrown. */
export function programToRun(steps: readonly Step[]): GuideProgram {
  const next = `console.log('${mark}');\n`;
  const told = `console.log('nothing happens'); } catch (error) { console.log(\`\${error.name}: \${error.message}\`); }\n`;
  return programOfParts(steps.map(({ code, wrong }) => (wrong ? ['try {\n', code, told + next] : ['', code, next])));
}

/** Text without the line breaks that make it fit on a page. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What is matched by a text of the page. */
export function patternOf(text: string): RegExp {
  const literal = (part: string): string => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`^${text.split('…').map(literal).join('.*')}$`);
}

function programOfParts(parts: readonly (readonly [before: string, code: string, after: string])[]): GuideProgram {
  const starts: number[] = [];
  let text = '';
  for (const [before, code, after] of parts) {
    text += before;
    starts.push(text.split('\n').length);
    text += code + after;
  }
  return { text, starts };
}

function wrongOf(text: string): Wrong {
  const said = (who: string): string =>
    onOneLine(new RegExp(`^${who} +(.*(?:\\n {10}.*)*)$`, 'm').exec(text)?.[1] ?? '');
  return { compiler: said('compiler'), runTime: said('run time'), lint: said('lint') };
}
