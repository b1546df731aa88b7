// `npm run demo`: what the rules find in examples/, and in published packages by others. Exits with 1 where
// a safe example has a finding or the published packages bring other findings than docs/findings.md lists, and with 2
// where a file could not be analysed. `npm run demo -- examples` or `-- packages` runs one half.
import { register } from 'tsx/esm/api';
import plugin from '../dist/index.js';

register();
const { runDemo } = await import('./demo/run.ts');

process.exitCode = await runDemo(plugin, process.argv.slice(2));
