// Writes settings.schema.json, from the types of the settings.
import { writeFileSync } from 'node:fs';
import { FILE, settingsSchema } from './schema.ts';

writeFileSync(FILE, await settingsSchema());
