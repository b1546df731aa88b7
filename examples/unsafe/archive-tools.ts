import { rm } from 'node:fs/promises';
import { tool } from '@openai/agents';
import { z } from 'zod';

/** Old tickets are kept in folders, one for each year. */
async function drop(year: number): Promise<void> {
  await rm(`archive/${String(year)}`, { recursive: true });
}

export const dropYear = tool({
  name: 'drop_year',
  description: 'Drop the tickets of a year from the archive',
  parameters: z.object({ year: z.number().int() }),
  needsApproval: false,
  execute: async ({ year }) => {
    await drop(year);
    return `The tickets of ${String(year)} are gone.`;
  },
});
