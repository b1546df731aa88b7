// eslint.config.mjs
import agentSafety from 'eslint-plugin-agent-safety';
import babelParser from '@babel/eslint-parser';

const parserOptions = { requireConfigFile: false, babelOptions: { presets: ['@babel/preset-typescript'] } };

export default [
  { files: ['**/*.ts'], languageOptions: { parser: babelParser, parserOptions } },
  agentSafety.configs.recommended,
];
