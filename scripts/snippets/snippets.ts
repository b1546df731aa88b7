import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'docs/snippets');
const languages: Readonly<Record<string, string>> = { '.cjs': 'js', '.mjs': 'js', '.json': 'json', '.sh': 'sh' };

/** The pages whose code blocks come from docs/snippets, relative to the repository's root. */
export const pages: readonly string[] = [
  'README.md',
  'packages/runtime/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('docs', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.md'))
    .sort(),
];

/**
 * The page with each code block that follows `<!-- snippet: NAME -->` replaced by the file of that name.
 *
 * @throws Error where there is no such file, or no code block after the comment
 */
export function withSnippets(page: string): string {
  return page.replaceAll(/^<!-- snippet: (\S+) -->\n(?:\n```[\s\S]*?^```$)?/gm, (all, name: string) => {
    if (!all.endsWith('```')) throw new Error(`No code block follows the comment for the snippet ${name}.`);
    const text = readFileSync(path.join(folder, name), 'utf8');
    return `<!-- snippet: ${name} -->\n\n\`\`\`${languages[path.extname(name)] ?? ''}\n${text}\`\`\``;
  });
}
