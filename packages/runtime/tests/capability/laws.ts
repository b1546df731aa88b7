/** What a bounded lattice of sets offers; values and types are both asked. */
interface Lattice<Element> {
  readonly meet: (a: Element, b: Element) => Element;
  readonly join: (a: Element, b: Element) => Element;
  readonly isSubset: (a: Element, b: Element) => boolean;
  readonly top: Element;
  readonly bottom: Element;
}

type Law = <Element>(lattice: Lattice<Element>, a: Element, b: Element, c: Element) => boolean;

/** The laws. The tests of types have to hold one type of the same name against each of them. */
export const laws = {
  'meet is idempotent': (l, a) => same(l, l.meet(a, a), a),
  'join is idempotent': (l, a) => same(l, l.join(a, a), a),
  'meet is commutative': (l, a, b) => same(l, l.meet(a, b), l.meet(b, a)),
  'join is commutative': (l, a, b) => same(l, l.join(a, b), l.join(b, a)),
  'meet is associative': (l, a, b, c) => same(l, l.meet(l.meet(a, b), c), l.meet(a, l.meet(b, c))),
  'join is associative': (l, a, b, c) => same(l, l.join(l.join(a, b), c), l.join(a, l.join(b, c))),
  'meet absorbs join': (l, a, b) => same(l, l.meet(a, l.join(a, b)), a),
  'join absorbs meet': (l, a, b) => same(l, l.join(a, l.meet(a, b)), a),
  'meet distributes over join': (l, a, b, c) => same(l, l.meet(a, l.join(b, c)), l.join(l.meet(a, b), l.meet(a, c))),
  'top is the identity of meet': (l, a) => same(l, l.meet(a, l.top), a),
  'bottom is the identity of join': (l, a) => same(l, l.join(a, l.bottom), a),
  'top absorbs in join': (l, a) => same(l, l.join(a, l.top), l.top),
  'bottom absorbs in meet': (l, a) => same(l, l.meet(a, l.bottom), l.bottom),
  'a meet is below both': (l, a, b) => l.isSubset(l.meet(a, b), a) && l.isSubset(l.meet(a, b), b),
  'a join is above both': (l, a, b) => l.isSubset(a, l.join(a, b)) && l.isSubset(b, l.join(a, b)),
  'below is what meet leaves alone': (l, a, b) => l.isSubset(a, b) === same(l, l.meet(a, b), a),
  'below is what join adds nothing to': (l, a, b) => l.isSubset(a, b) === same(l, l.join(a, b), b),
  'meet is monotone': (l, a, b, c) => !l.isSubset(a, b) || l.isSubset(l.meet(a, c), l.meet(b, c)),
  'join is monotone': (l, a, b, c) => !l.isSubset(a, b) || l.isSubset(l.join(a, c), l.join(b, c)),
  'all is between bottom and top': (l, a) => l.isSubset(l.bottom, a) && l.isSubset(a, l.top),
} satisfies Record<string, Law>;

function same<Element>(lattice: Lattice<Element>, a: Element, b: Element): boolean {
  return lattice.isSubset(a, b) && lattice.isSubset(b, a);
}
