// Copies the style sheets of src/ to where the compiler puts the modules that read them.
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

for (const file of readdirSync(path.join(root, 'src'), { recursive: true }))
  if (file.endsWith('.css')) cpSync(path.join(root, 'src', file), path.join(root, 'dist', file));
