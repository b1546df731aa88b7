import { describe, expect, it } from 'vitest';
import { commentsIn } from '../../src/type-utils/index.ts';
import { programOf } from './in-memory-program.ts';

function commentsOf(text: string, name = 'main.ts'): string[] {
  const file = programOf({ [name]: text }).file(name);
  return commentsIn(file).map(({ start, end, isBlock }) => `${isBlock ? 'block' : 'line'} ${text.slice(start, end)}`);
}

describe('the comments of a file', () => {
  it.each([
    ['', []],
    ['// a', ['line // a']],
    ['/* a */ // b\r\n/** c\n */\n', ['block /* a */', 'line // b', 'block /** c\n */']],
    ['const a = 1; /* b */ /* c */ const d = /* e */ 2;', ['block /* b */', 'block /* c */', 'block /* e */']],
    ['f(/* nothing */);', ['block /* nothing */']],
    ['const [, /* left out */, b] = list;', ['block /* left out */']],
    ["const a = 'http://a'; // b", ['line // b']],
    ["'a' /* b */ + '/* c */';", ['block /* b */']],
    ['const a = "// \'b"; // \'c', ["line // 'c"]],
    ['const a = `// ${b /* c */} /* ${`//`} */`; // d', ['block /* c */', 'line // d']],
    ['const a = b.replace(/\\/\\/[/*]*/, c); // d', ['line // d']],
    ['const a = b / c; // d / e', ['line // d / e']],
    ['const a = <T,>(b: T /* c */) => b as /* d */ T;', ['block /* c */', 'block /* d */']],
    ['type A = `//${string}`; type B = "/*"; // c', ['line // c']],
    ['import a from "https://b"; // c', ['line // c']],
    ['enum A { "//" } // b', ['line // b']],
    ['a; // b\u2028c // d', ['line // b', 'line // d']],
    ['{ // a\n}\n// b', ['line // a', 'line // b']],
  ])('%j', (text, expected) => {
    expect(commentsOf(text)).toEqual(expected);
  });

  it('are none in the text of JSX, and some in its expressions', () => {
    const text = 'const a = <p title="//b">http://c {/* d */} /* e */<b>// f</b></p>; // g';
    expect(commentsOf(text, 'main.tsx')).toEqual(['block /* d */', 'line // g']);
  });
});
