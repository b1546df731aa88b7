import path from 'node:path';
import { defineTool, noGuardrailRequired } from '@agent-safety/runtime';
import { z } from 'zod';
import type { ConfinedRoot } from './confined-root.ts';
import { invalidParams } from './refusals.ts';

/** Without detours, so that the guardrail looks at the path that the handler will use. */
const relativePath = z.string().overwrite((given) => path.posix.normalize(given));

/** The tools of the file manager, over the files below one root. */
export function fileTools(root: ConfinedRoot) {
  const readFile = defineTool({
    name: 'readFile',
    description: 'Read the contents of a file within the permitted root.',
    class: 'read',
    guardrail: noGuardrailRequired('reads below the root only, and changes nothing'),
    input: z.strictObject({ path: relativePath, encoding: z.enum(['utf8', 'base64']).optional() }),
    output: z.object({ content: z.string(), size_bytes: z.int().optional() }),
    handler: async ({ path: file, encoding }) => {
      const bytes = await root.read(file);
      const content = encoding === 'base64' ? bytes.toString('base64') : textOf(file, bytes);
      return { content, size_bytes: bytes.length };
    },
  });

  const writeFile = defineTool({
    name: 'writeFile',
    description: 'Write content to a file within the permitted root.',
    class: 'write',
    guardrail: 'required',
    input: z.strictObject({ path: relativePath, content: z.string(), append: z.boolean().optional() }),
    output: z.object({ bytes_written: z.int() }),
    handler: async ({ path: file, content, append }) => {
      const bytes = Buffer.from(content, 'utf8');
      await (append === true ? root.append(file, bytes) : root.replace(file, bytes));
      return { bytes_written: bytes.length };
    },
  });

  return { readFile, writeFile };
}

function textOf(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidParams(file, 'is not UTF-8; read it with the encoding `base64`');
  }
}
