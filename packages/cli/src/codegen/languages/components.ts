/**
 * The strongly connected components of a graph: nodes that reach each other have the same number.
 *
 * Tarjan's algorithm, without recursion: chains of types can be long.
 */
export function componentsOf<Node>(
  nodes: readonly Node[],
  successorsOf: (node: Node) => readonly Node[],
): ReadonlyMap<Node, number> {
  const order = new Map<Node, number>();
  const low = new Map<Node, number>();
  const component = new Map<Node, number>();
  const open: Node[] = [];
  let components = 0;

  for (const start of nodes) {
    if (order.has(start)) continue;
    const calls: { node: Node; rest: Node[] }[] = [];
    enter(start, calls);
    for (let call = calls.at(-1); call; call = calls.at(-1)) {
      const next = call.rest.pop();
      if (next === undefined) leave(calls);
      else if (!order.has(next)) enter(next, calls);
      else if (!component.has(next)) lower(call.node, order.get(next) ?? 0);
    }
  }
  return component;

  function enter(node: Node, calls: { node: Node; rest: Node[] }[]): void {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    open.push(node);
    calls.push({ node, rest: [...successorsOf(node)] });
  }

  function leave(calls: { node: Node; rest: Node[] }[]): void {
    const call = calls.pop();
    if (!call) return;
    const { node } = call;
    const caller = calls.at(-1);
    if (caller) lower(caller.node, low.get(node) ?? 0);
    if (low.get(node) !== order.get(node)) return;
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      component.set(member, components);
      if (member === node) break;
    }
    components++;
  }

  function lower(node: Node, value: number): void {
    low.set(node, Math.min(low.get(node) ?? value, value));
  }
}
