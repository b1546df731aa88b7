// The conformance suite imports `globSync` of `fs`, which Node 20 does not have, for a command that is not used here.
import { register } from 'node:module';

const shim = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined;`;
const hook = `export async function resolve(specifier, context, next) {
  const isAsked = specifier === 'fs' && context.parentURL?.includes('/conformance/dist/') === true;
  return isAsked ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(shim)}`)}, shortCircuit: true } : next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
