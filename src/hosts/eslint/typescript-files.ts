/** Without them ESLint would run typed rules on its own configuration file, which no TypeScript project includes. */
export const typescriptFiles = ['**/*.ts', '**/*.tsx', '**/*.mts', '**/*.cts'];
