/**
 * The analysis without ESLint, `eslint-plugin-agent-safety/analysis`: for scripts, other hosts and tests. Importing it
 * loads the compiler, and throws where that is none of TypeScript 5.4 to 6.0 or 7.
 */
export type { AnalysisSettings } from './config/settings/analysis-settings.ts';
export { Analysis } from './facts/analysis.ts';
export type { AnalysisConfig } from './facts/analysis.ts';
export { rules } from './rules/index.ts';
export { findingsOf } from './rules/rule.ts';
export type { Finding, Report, Rule, RuleDocs, Suggestion, TextEdit, Witness } from './rules/rule.ts';
export { openProject } from './type-utils/index.ts';
export type { Project } from './type-utils/index.ts';
