// The preset by its name, and without the settings of typed linting: a mistake that people make on the first day.
import agentSafety from 'eslint-plugin-agent-safety';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig({
  files: ['src/**/*.ts'],
  languageOptions: { parser: tseslint.parser },
  plugins: { 'agent-safety': agentSafety },
  extends: ['agent-safety/strict'],
});
