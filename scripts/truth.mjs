// `npm run truth`: bugs are put into published packages and into the examples of the SDKs, and counted where the built
// rules report them; and what the rules find in the packages as they are is compared with docs/findings.md. Exits with 1
// where the findings are others, or the recall is below its targets, and with 2 where a file could not be analysed.
//
//   npm run truth -- --list                     the sources and the operators
//   npm run truth -- --only sessions,drop-close families or operators
//   npm run truth -- --package supergateway     sources whose name has this in it
import { register } from 'tsx/esm/api';
import plugin from '../dist/index.js';

register();

if (process.argv.includes('--worker')) {
  const { serve } = await import('./truth/worker.ts');
  serve(plugin);
} else {
  const { runTruth } = await import('./truth/run.ts');
  process.exitCode = await runTruth(process.argv.slice(2));
}
