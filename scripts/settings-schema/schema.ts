import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { createGenerator } from 'ts-json-schema-generator';

/** Where the schema of the settings stands. */
export const FILE = fileURLToPath(new URL('../../settings.schema.json', import.meta.url));

/**
 * The schema of `settings['agent-safety']`, from the types of the models: descriptions are their comments, and what a type
 * cannot say is in tags such as `@minItems`. No text is empty, and all numbers are whole.
 */
export async function settingsSchema(): Promise<string> {
  const generator = createGenerator({
    path: fileURLToPath(new URL('../../src/config/settings/analysis-settings.ts', import.meta.url)),
    tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
    topRef: false,
    sortProps: false,
    extraTags: ['errorMessage'],
    // `npm run typecheck` does.
    skipTypeCheck: true,
  });
  const { $schema: _, definitions, ...root } = generator.createSchema('AnalysisSettings');
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of eslint-plugin-agent-safety',
    ...root,
    $defs: definitions,
  };
  const text = JSON.stringify(schema, (_key, value: unknown) => withBounds(value));
  const options = { ...(await resolveConfig(FILE)), filepath: FILE };
  return await format(text.replaceAll('"#/definitions/', '"#/$defs/'), options);
}

function withBounds(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  if (value.type === 'number') return { ...value, type: 'integer' };
  const isOpen = !('enum' in value || 'const' in value || 'format' in value);
  return isOpen && [value.type].flat().includes('string') ? { ...value, minLength: 1 } : value;
}
