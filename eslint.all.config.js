// Both in one process, for CI: making the types of the whole project is most of what either takes.
import { defineConfig } from 'eslint/config';
import lint from './eslint.config.js';
import { ownRules } from './eslint.own.config.js';

export default defineConfig(lint, ownRules);
