import {
  FALSE,
  NULLISH,
  PRESENT,
  TRUE,
  type Edge,
  type FlowGraph,
  type Instruction,
  type Operand,
} from '../../../src/analysis/flow-graph.ts';

/** A text form of a graph, one line an instruction. */
export function printGraph(graph: FlowGraph): string {
  const lines: string[] = [];
  for (const block of graph.blocks) {
    lines.push(`b${String(block.id)}${block.handler === undefined ? '' : ` !b${String(block.handler)}`}:`);
    for (const instruction of block.instructions) lines.push(`  ${printInstruction(instruction)}`);
    if (block.edges.length > 0) lines.push(`  -> ${block.edges.map(printEdge).join(', ')}`);
  }
  return lines.join('\n');
}

function printEdge(edge: Edge): string {
  const { refinement } = edge;
  let label = edge.unlessExhaustive ? ' unless exhaustive' : '';
  if (refinement) {
    const value = refinement.slot?.name ?? printOperand(refinement.operand);
    const test =
      refinement.test === 'member' ? `.${refinement.member}${refinement.called ? '()' : ''}` : ` ${refinement.test}`;
    label = ` if ${refinement.sense ? '' : 'not '}${value}${test}`;
  }
  return `b${String(edge.to)}${label}`;
}

function printOperand(operand: Operand): string {
  if (operand === NULLISH) return 'nullish';
  if (operand === PRESENT) return 'present';
  if (operand === TRUE) return 'true';
  if (operand === FALSE) return 'false';
  return operand < 0 ? '?' : `t${String(operand)}`;
}

function printInstruction(i: Instruction): string {
  const operands = (list: readonly Operand[]) => list.map(printOperand).join(', ');
  const into = 'dst' in i ? `${printOperand(i.dst)} = ` : '';
  switch (i.op) {
    case 'read':
      return `${into}${i.slot.name}`;
    case 'write':
      return `${i.slot.name} = ${printOperand(i.src)}`;
    case 'merge':
    case 'escape':
    case 'fulfilled':
      return `${into}${i.op} ${printOperand(i.src)}`;
    case 'create':
      return `${into}new (${operands(i.args)})`;
    case 'invoke': {
      const callee = i.receiver === undefined ? 'call' : `${printOperand(i.receiver)}.${i.method ?? '?'}`;
      return `${into}${callee}(${operands(i.args)})${i.awaited ? ' awaited' : ''}`;
    }
    case 'split':
      return `[${operands(i.parts.map(({ dst }) => dst))}] = split ${printOperand(i.src)}`;
    case 'member':
      return `${into}${printOperand(i.object)}.${i.name}`;
    case 'store':
      return `${printOperand(i.object)}.${i.name} = ${printOperand(i.src)}`;
    case 'await':
    case 'yield':
      return `${into}${i.op} ${printOperand(i.src)}`;
    case 'closure':
      return `${into}closure`;
    case 'aggregate':
      return `${into}[${operands(i.parts)}]`;
    case 'gather':
      return `${into}Promise.${i.how} ${printOperand(i.src)}`;
    case 'settled':
      return `${into}Promise.allSettled [${operands(i.parts)}]`;
    case 'race':
      return `${into}Promise.race [${operands(i.parts.map(({ src }) => src))}]`;
    case 'iterate':
      return `${into}${i.awaits ? 'await ' : ''}next ${printOperand(i.src)}`;
    case 'dispose':
      return `${i.awaits ? 'await ' : ''}dispose ${i.slot.name}`;
    case 'exit':
      return `${i.kind}${i.kind === 'end' ? '' : ` ${printOperand(i.src)}`}`;
  }
}
