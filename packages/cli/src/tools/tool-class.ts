import type { Analysis } from 'eslint-plugin-agent-safety/analysis';
import { effectsOfTool, sensitivityOf, type ToolFact } from 'eslint-plugin-agent-safety/internal/analysis';

/** What only reads. */
const reading = new Set(['read-private', 'untrusted-input']);

/**
 * The class of a draft by a tool's code: `read` where it is known to have no effect, or says that it only reads and nothing
 * in its code contradicts; `write` otherwise, also where what it does is unknown.
 */
export function draftInCode(tool: ToolFact, analysis: Analysis): 'read' | 'write' {
  const { program } = analysis;
  const effects = effectsOfTool(tool, program);
  if (effects.some(({ kind }) => !reading.has(kind))) return 'write';
  if (tool.hints.get('readOnlyHint')?.value === true) return 'read';
  return sensitivityOf(tool, analysis.agents).class === 'harmless' ? 'read' : 'write';
}
