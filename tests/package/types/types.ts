// Compiled, never run: what the package's declarations promise to a typed eslint.config.ts.
import agentSafety from 'eslint-plugin-agent-safety';
import type { AgentSafetyPlugin } from 'eslint-plugin-agent-safety';
import type { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export const plugin: AgentSafetyPlugin = agentSafety;
export const version: string = agentSafety.meta.version;
export const preset: Linter.Config = agentSafety.configs.recommended;

export default defineConfig([
  tseslint.configs.base,
  agentSafety.configs.recommended,
  agentSafety.configs.strict,
  { plugins: { 'agent-safety': agentSafety }, extends: ['agent-safety/strict'] },
]);

// @ts-expect-error There is no such preset.
export const missing = agentSafety.configs.everything;
