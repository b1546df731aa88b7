// eslint.config.cjs
const agentSafety = require('eslint-plugin-agent-safety');

module.exports = [agentSafety.configs['recommended-standalone']];
