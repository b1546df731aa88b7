import { format, resolveConfig } from 'prettier';

const layerTitles = {
  session: 'Sessions',
  guardrail: 'Guardrails',
  lattice: 'Delegation',
  contract: 'Contracts',
  setup: 'Setup',
};

/** @type {import('eslint-doc-generator').GenerateOptions} */
export default {
  configEmoji: [
    ['recommended', '✅'],
    ['strict', '🔒'],
  ],
  // The rules of `recommended` and `strict`, once more.
  ignoreConfig: ['recommended-standalone', 'strict-standalone'],
  ruleDocTitleFormat: 'name',
  ruleDocSectionInclude: ['Known limits', 'When not to use it'],
  ruleListSplit: (rules) =>
    Object.entries(layerTitles)
      .map(([layer, title]) => ({ title, rules: rules.filter(([, rule]) => rule.meta.docs.layer === layer) }))
      .filter(({ rules }) => rules.length > 0),
  postprocess: async (content, file) => format(content, { ...(await resolveConfig(file)), parser: 'markdown' }),
};
