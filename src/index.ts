// The entry of the package. The second name is what `require` returns in Node. TypeScript before 5.6 cannot parse it, and
// reads the declarations of plugin.ts instead (`exports` in package.json).
export { default, default as 'module.exports' } from './plugin.ts';
export type { AgentSafetyPlugin, AgentSdk, ConfigName, Protocol } from './plugin.ts';
