import type { FlowGraph, Instruction } from '../flow-graph.ts';
import type { Semantics } from './semantics.ts';

/**
 * Whether no other code gets to run before a function comes back: it waits for nothing, and calls nothing but functions of
 * the program of which the same is true, and what is known to call nothing back.
 */
export function isSelfContained(
  graph: FlowGraph,
  semantics: Semantics,
  isCalleeSo: (callee: FlowGraph) => boolean,
): boolean {
  if (graph.isAsync || graph.overBudget) return false;
  const isQuiet = (instruction: Instruction): boolean => {
    switch (instruction.op) {
      case 'create':
        return semantics.creationAt(instruction.site) !== undefined || semantics.isOfLanguage(instruction.site);
      case 'invoke': {
        const { fn, site, inert, copies } = instruction;
        if (inert || copies || semantics.neverThrows(site) || semantics.isOfLanguage(site)) return true;
        const callee = fn ? semantics.graphOf(fn) : semantics.calleeAt(site)?.graph;
        return callee !== undefined && isCalleeSo(callee);
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
