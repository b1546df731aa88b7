// Writes what the models say of guards into docs/guides/which-guardrail-reaches-what.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGE, withTables } from './tables.ts';

writeFileSync(PAGE, await withTables(readFileSync(PAGE, 'utf8')));
