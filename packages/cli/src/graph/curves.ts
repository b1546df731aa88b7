/** A point, in pixels. Curves are a start, and three more points for each Bézier curve. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The point of a curve that is so far from its end, or its middle where it is short. */
export function pointNear(curve: readonly Point[], distance: number): Point {
  const points = pointsOf(curve);
  const lengths = points
    .slice(1)
    .map((to, at) => Math.hypot(to.x - (points[at]?.x ?? to.x), to.y - (points[at]?.y ?? to.y)));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let left = Math.min(distance, whole / 2);
  for (let at = lengths.length - 1; at >= 0; at -= 1) {
    const length = lengths[at] ?? 0;
    const [from, to] = [points[at], points[at + 1]];
    if (from && to && length >= left && length > 0) {
      const share = left / length;
      return { x: to.x + (from.x - to.x) * share, y: to.y + (from.y - to.y) * share };
    }
    left -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

/** The curve as short straight lines. */
export function pointsOf(curve: readonly Point[]): Point[] {
  const points = curve.slice(0, 1);
  for (let at = 0; at + 3 < curve.length; at += 3) {
    const [a, b, c, d] = curve.slice(at, at + 4) as [Point, Point, Point, Point];
    for (let part = 1; part <= 8; part += 1) points.push(pointAt(a, b, c, d, part / 8));
  }
  return points;
}

function pointAt(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return { x: p * a.x + q * b.x + r * c.x + u * d.x, y: p * a.y + q * b.y + r * c.y + u * d.y };
}

/** Where a curve points to at its end, in degrees. */
export function directionOf(curve: readonly Point[]): number {
  const tip = curve.at(-1);
  const before = curve.findLast(({ x, y }) => tip && Math.hypot(tip.x - x, tip.y - y) > 1);
  return tip && before ? (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI : 0;
}
