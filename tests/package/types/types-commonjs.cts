// Compiled, never run: what the package's declarations promise to a typed eslint.config.cts, since TypeScript 5.8.
import agentSafety = require('eslint-plugin-agent-safety');

export const presets = [agentSafety.configs.recommended, agentSafety.default.configs['strict-standalone']];

// @ts-expect-error There is no such preset.
export const missing = agentSafety.configs.everything;
