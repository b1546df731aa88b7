import {
  PASSED,
  UNKNOWN,
  type Block,
  type Condition,
  type Edge,
  type FlowGraph,
  type Instruction,
  type Operand,
  type Refinement,
  type Site,
  type Slot,
} from '../../analysis/flow-graph.ts';

export interface OpenBlock {
  readonly id: number;
  readonly instructions: Instruction[];
  readonly edges: Edge[];
  readonly handler: OpenBlock | undefined;
  readonly isExceptional: boolean;
}

interface TargetFrame {
  readonly kind: 'target';
  readonly labels: readonly string[];
  readonly breakTo: OpenBlock;
  readonly continueTo: OpenBlock | undefined;
  /** A labelled block or a `switch` inside a loop: not what a plain `break` or `continue` means. */
  readonly plainBreak: boolean;
}

interface FinallyFrame {
  readonly kind: 'finally';
  readonly lower: () => void;
  readonly handlerOutside: OpenBlock | undefined;
  readonly depth: number;
  readonly catches: number;
  /** By where control goes on to: those that only an exception leads to, and the others. */
  readonly copies: Record<'exceptional' | 'normal', Map<OpenBlock, OpenBlock>>;
  merged: { entry: OpenBlock; end: OpenBlock | undefined } | undefined;
}

type Frame = TargetFrame | FinallyFrame;

/** What is known of a graph but its blocks; `receivers` is completed. */
type About = Pick<FlowGraph, 'fn' | 'name' | 'isAsync' | 'parameters' | 'outer'> & {
  readonly receivers: Map<Site, Set<string>>;
};

/** An edge that is always followed. */
const plain = { condition: undefined, refinement: undefined, unlessExhaustive: undefined };

/** How many copies a `finally` block gets, one for each place that control goes on to, before they are merged into one. */
const MAX_COPIES = 8;
/** How deep `finally` blocks may nest before each gets only one copy: copies multiply. */
const MAX_NESTING = 4;
/** Instructions in one function past which nothing is concluded about it. */
const MAX_INSTRUCTIONS = 60_000;

/** Assembles the blocks of one function: where control is, where `break` and exceptions go, and what runs on the way. */
export class GraphBuilder {
  /** The block that is being filled; `undefined` in code that cannot be reached. */
  current: OpenBlock | undefined;
  readonly #blocks: OpenBlock[] = [];
  #frames: Frame[] = [];
  #handler: OpenBlock | undefined;
  /** How many `try` blocks with a `catch` are around. */
  #catches = 0;
  /** By result: the block that computes it. */
  readonly #homes: number[] = [];
  #nesting = 0;
  #isExceptional = false;
  #instructions = 0;

  constructor() {
    this.current = this.block();
  }

  /** A new block, whose exceptions go where those of the code around it go. */
  block(): OpenBlock {
    return this.#blockWith(this.#handler);
  }

  #blockWith(handler: OpenBlock | undefined): OpenBlock {
    const block: OpenBlock = {
      id: this.#blocks.length,
      instructions: [],
      edges: [],
      handler,
      isExceptional: this.#isExceptional,
    };
    this.#blocks.push(block);
    return block;
  }

  temp(): Operand {
    return this.#homes.push(this.current?.id ?? -1) - 1;
  }

  get isFull(): boolean {
    return this.#instructions > MAX_INSTRUCTIONS;
  }

  /** The function is beyond what is looked at: nothing is concluded about it. */
  giveUp(): void {
    this.#instructions = Infinity;
  }

  emit(instruction: Instruction): void {
    if (!this.current || this.isFull) return;
    this.#instructions++;
    this.current.instructions.push(instruction);
  }

  goto(block: OpenBlock, refinement?: Refinement, condition?: Condition, unlessExhaustive?: Site): void {
    this.current?.edges.push({ to: block.id, condition, refinement, unlessExhaustive });
  }

  /** Goes on in `block`. Control falls into it only where `goto` said so. */
  start(block: OpenBlock): void {
    this.current = block;
  }

  /** Control goes no further here. */
  stop(): void {
    this.current = undefined;
  }

  jump(block: OpenBlock): void {
    this.goto(block);
    this.current = undefined;
  }

  /** Whether code here runs inside a `try` with a `finally`, so that more runs before the function is left. */
  get isGuarded(): boolean {
    return this.#handler !== undefined || this.#frames.some((frame) => frame.kind === 'finally');
  }

  // ── break, continue, return ────────────────────────────────────────────────────────────────────────────────────

  inTarget(target: Omit<TargetFrame, 'kind'>, lower: () => void): void {
    this.#frames.push({ kind: 'target', ...target });
    lower();
    this.#frames.pop();
  }

  /** Leaves for the target of a `break` or `continue`, through the `finally` blocks on the way. */
  leave(kind: 'break' | 'continue', label: string | undefined): void {
    for (let depth = this.#frames.length - 1; depth >= 0; depth--) {
      const frame = this.#frames[depth];
      if (frame?.kind !== 'target') continue;
      const isMeant =
        label === undefined
          ? kind === 'continue'
            ? frame.continueTo !== undefined
            : frame.plainBreak
          : frame.labels.includes(label);
      const to = kind === 'break' ? frame.breakTo : frame.continueTo;
      if (!isMeant || !to) continue;
      this.jump(this.#through(depth, to));
      return;
    }
    this.current = undefined;
  }

  /** Leaves the function: an exit instruction after every `finally` around. */
  exit(kind: 'return' | 'throw', src: Operand, site: Site, slot: Slot): void {
    if (!this.current) return;
    this.emit({ op: 'write', slot, src, site });
    const last = this.#blockWith(undefined);
    const dst = this.temp();
    this.#homes[dst] = last.id;
    last.instructions.push({ op: 'read', dst, slot }, { op: 'exit', kind, src: dst, site });
    this.jump(this.#through(-1, last, kind === 'throw'));
  }

  /** Raises an exception: to the handler around, or out of the function. */
  raise(src: Operand, site: Site, slot: Slot): void {
    if (this.#catches === 0 || !this.#handler) {
      this.exit('throw', src, site, slot);
      return;
    }
    this.emit({ op: 'escape', src, thrownBy: site });
    this.jump(this.#handler);
  }

  // ── try ────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Lowers code so that what leaves it, in whatever way, runs `lowerFinally` first. */
  withFinally(site: Site, lowerFinally: () => void, lower: () => void): void {
    const outside = this.#handler;
    const depth = this.#frames.length;
    const frame: FinallyFrame = {
      kind: 'finally',
      lower: lowerFinally,
      handlerOutside: outside,
      depth,
      catches: this.#catches,
      copies: { exceptional: new Map(), normal: new Map() },
      merged: undefined,
    };
    this.#frames.push(frame);
    this.#handler = this.#copyOf(frame, outside ?? this.#rethrow(site), true);
    this.#continueInNewBlock();
    lower();
    const after = this.#blockWith(outside);
    if (this.current) this.jump(this.#through(depth - 1, after));
    this.#frames.pop();
    this.#handler = outside;
    this.current = after;
  }

  /** Lowers code whose exceptions are caught. */
  withCatch(lower: () => void, lowerCatch: () => void): void {
    const outside = this.#handler;
    const after = this.#blockWith(outside);
    const handler = this.#exceptional(() => this.#blockWith(outside));
    this.#handler = handler;
    this.#catches++;
    this.#continueInNewBlock();
    lower();
    this.#catches--;
    if (this.current) this.jump(after);
    this.#handler = outside;
    this.current = handler;
    this.#exceptional(lowerCatch);
    this.jump(after);
    this.current = after;
  }

  /** The blocks made by `work` are those that only an exception leads to. */
  #exceptional<T>(work: () => T): T {
    const outside = this.#isExceptional;
    this.#isExceptional = true;
    const result = work();
    this.#isExceptional = outside;
    return result;
  }

  #continueInNewBlock(): void {
    if (!this.current) return;
    const block = this.block();
    this.jump(block);
    this.current = block;
  }

  #rethrow(site: Site): OpenBlock {
    const block = this.#blockWith(undefined);
    block.instructions.push({ op: 'exit', kind: 'rethrow', src: UNKNOWN, site });
    return block;
  }

  /** Where to go in order to reach `to`, which lies outside the frames above `depth`, with their `finally` blocks run. */
  #through(depth: number, to: OpenBlock, isExceptional = false): OpenBlock {
    let next = to;
    for (let i = depth + 1; i < this.#frames.length; i++) {
      const frame = this.#frames[i];
      if (frame?.kind === 'finally') next = this.#copyOf(frame, next, isExceptional);
    }
    return next;
  }

  #copyOf(frame: FinallyFrame, next: OpenBlock, isExceptional: boolean): OpenBlock {
    const isOfException = isExceptional || this.#isExceptional;
    const { exceptional, normal } = frame.copies;
    const copies = isOfException ? exceptional : normal;
    const known = copies.get(next);
    if (known) return known;
    const merge = this.#nesting >= MAX_NESTING || exceptional.size + normal.size >= MAX_COPIES;
    if (merge && frame.merged) {
      frame.merged.end?.edges.push({ ...plain, to: next.id });
      copies.set(next, frame.merged.entry);
      return frame.merged.entry;
    }
    const saved = {
      ...{ current: this.current, frames: this.#frames, handler: this.#handler, catches: this.#catches },
      isExceptional: this.#isExceptional,
    };
    this.#isExceptional = !merge && isOfException;
    const entry = this.#blockWith(frame.handlerOutside);
    copies.set(next, entry);
    this.#frames = this.#frames.slice(0, frame.depth);
    this.#handler = frame.handlerOutside;
    this.#catches = frame.catches;
    this.current = entry;
    this.#nesting++;
    frame.lower();
    this.#nesting--;
    const end = this.current as OpenBlock | undefined;
    if (merge) frame.merged = { entry, end };
    end?.edges.push({ ...plain, to: next.id });
    this.current = saved.current;
    this.#frames = saved.frames;
    this.#handler = saved.handler;
    this.#catches = saved.catches;
    this.#isExceptional = saved.isExceptional;
    return entry;
  }

  // ── the finished graph ─────────────────────────────────────────────────────────────────────────────────────────

  finish(about: About): FlowGraph {
    const order = this.#reversePostOrder();
    const numbers = new Int32Array(this.#blocks.length).fill(-1);
    order.forEach((block, index) => {
      numbers[block.id] = index;
    });
    const number = (id: number): number => numbers[id] ?? -1;
    const blocks = order.map<Block>(({ instructions, edges, handler, isExceptional }, id) => ({
      id,
      instructions,
      edges: edges.map((edge) => ({ ...edge, to: number(edge.to) })),
      handler: handler && number(handler.id),
      isExceptional,
    }));
    const receivers = withSources(about.receivers, blocks);
    return { ...about, receivers, blocks, crossing: this.#crossingOperands(order), overBudget: this.isFull };
  }

  #reversePostOrder(): OpenBlock[] {
    const postOrder: OpenBlock[] = [];
    const seen = new Uint8Array(this.#blocks.length);
    const [entry] = this.#blocks;
    if (!entry) return [];
    const stack: { readonly block: OpenBlock; next: number }[] = [];
    const visit = (block: OpenBlock): void => {
      seen[block.id] = 1;
      stack.push({ block, next: 0 });
    };
    visit(entry);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const { handler, edges } = top.block;
      // The handler first, so that it is numbered after the code it guards.
      const at = top.next++;
      const id = handler && at === 0 ? handler.id : edges[handler ? at - 1 : at]?.to;
      if (id === undefined) {
        postOrder.push(top.block);
        stack.pop();
        continue;
      }
      const block = this.#blocks[id];
      if (block && seen[id] === 0) visit(block);
    }
    return postOrder.reverse();
  }

  /** The results that are used in another block than the one that computes them. */
  #crossingOperands(blocks: readonly OpenBlock[]): ReadonlySet<Operand> {
    const homes = this.#homes;
    const crossing = new Set<Operand>();
    for (const { id, instructions } of blocks) {
      const use = (operand: Operand): void => {
        if (operand >= 0 && homes[operand] !== id) crossing.add(operand);
      };
      for (const i of instructions) {
        switch (i.op) {
          case 'merge':
            crossing.add(i.dst);
            use(i.src);
            break;
          case 'invoke':
            i.args.forEach(use);
            if (i.receiver !== undefined) use(i.receiver);
            break;
          case 'create':
            i.args.forEach(use);
            break;
          case 'aggregate':
          case 'settled':
            i.parts.forEach(use);
            break;
          case 'race':
            for (const { src } of i.parts) use(src);
            break;
          case 'store':
            use(i.object);
            use(i.src);
            break;
          case 'member':
            use(i.object);
            break;
          case 'write':
          case 'await':
          case 'gather':
          case 'fulfilled':
          case 'iterate':
          case 'escape':
          case 'split':
          case 'yield':
          case 'exit':
            use(i.src);
            break;
          case 'read':
          case 'closure':
          case 'dispose':
            break;
        }
      }
    }
    return crossing;
  }
}

/** What is called on a variable is called on the places that it was read from as well; `(passed)` on what an argument was. */
function withSources(
  methods: Map<Site, Set<string>>,
  blocks: readonly Block[],
): ReadonlyMap<Site, ReadonlySet<string>> {
  const sources: (Slot | readonly Slot[] | undefined)[] = [];
  const aliases: { readonly of: Slot; readonly alias: Slot }[] = [];
  const note = (slot: Slot, name: string): boolean => {
    const known = methods.get(slot.declaration);
    if (!known) methods.set(slot.declaration, new Set([name]));
    else if (known.has(name)) return false;
    else known.add(name);
    return true;
  };
  for (const { instructions } of blocks) {
    for (const i of instructions) {
      if (i.op === 'read') sources[i.dst] = i.slot;
      else if (i.op === 'merge') sources[i.dst] = [...listOf(sources[i.dst]), ...listOf(sources[i.src])];
      else if (i.op === 'write') for (const of of listOf(sources[i.src])) aliases.push({ of, alias: i.slot });
      else if (i.op === 'invoke') for (const slot of i.argumentSlots) if (slot) note(slot, PASSED);
    }
  }
  aliases.reverse();
  for (let changed = aliases.length > 0; changed;) {
    changed = false;
    for (const { of, alias } of aliases) {
      const names = methods.get(alias.declaration);
      // What is called on a variable that is its own alias is known of it.
      if (names && of.declaration !== alias.declaration) for (const name of names) if (note(of, name)) changed = true;
    }
  }
  return methods;
}

function listOf(slots: Slot | readonly Slot[] | undefined): readonly Slot[] {
  if (!slots) return [];
  return 'kind' in slots ? [slots] : slots;
}
