import type { FlowGraph, Instruction } from '../flow-graph.ts';
import type { Semantics } from './semantics.ts';

/** How many calls deep a function is looked into. */
const MAX_DEPTH = 4;

/**
 * Whether no other code gets to run before a function comes back: it waits for nothing, and calls nothing but functions of
 * the program of which the same is true, and what is known to call nothing back.
 */
export function isSelfContained(graph: FlowGraph, semantics: Semantics, depth = MAX_DEPTH): boolean {
  if (graph.isAsync || graph.overBudget || depth === 0) return false;
  const isQuiet = (instruction: Instruction): boolean => {
    switch (instruction.op) {
      case 'create':
        return semantics.creationAt(instruction.site) !== undefined || semantics.isOfLanguage(instruction.site);
      case 'invoke': {
        if (instruction.inert || instruction.copies || semantics.neverThrows(instruction.site)) return true;
        if (semantics.isOfLanguage(instruction.site)) return true;
        const callee = instruction.fn ? semantics.graphOf(instruction.fn) : semantics.calleeAt(instruction.site)?.graph;
        return callee !== undefined && isSelfContained(callee, semantics, depth - 1);
      }
      case 'await':
      case 'dispose':
      case 'fulfilled':
      case 'gather':
      case 'race':
      case 'settled':
      case 'yield':
        return false;
      case 'iterate':
        return !instruction.awaits;
      default:
        return true;
    }
  };
  return graph.blocks.every(({ instructions }) => instructions.every(isQuiet));
}
