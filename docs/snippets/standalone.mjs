// eslint.config.mjs
import agentSafety from 'eslint-plugin-agent-safety';

export default [agentSafety.configs['recommended-standalone']];
