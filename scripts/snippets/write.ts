// Writes the blocks of docs/snippets into the pages that show them.
import { readFileSync, writeFileSync } from 'node:fs';
import { pages, withSnippets } from './snippets.ts';

for (const page of pages) {
  const url = new URL(`../../${page}`, import.meta.url);
  const text = readFileSync(url, 'utf8');
  const written = withSnippets(text);
  if (written !== text) writeFileSync(url, written);
}
