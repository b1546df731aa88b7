// eslint.config.mjs
import agentSafety from 'eslint-plugin-agent-safety';

const preset = agentSafety.configs['recommended-standalone'];

export default [preset, { ...preset, files: ['src/**/*.js'] }];
