export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Cards in columns, which a line enters in the middle of its left side. */
export interface Stack extends Size {
  /** The card that hands over to them. */
  readonly parent: number;
  /** Where each card's upper left corner stands in it. */
  readonly cells: readonly { readonly card: number; readonly x: number; readonly y: number }[];
}

/** Between cards, in pixels: `spine` from a card to the line that leads to those of its column, `aisle` for the line across. */
export const stackGaps = { row: 10, spine: 40, column: 58, aisle: 22 };

/**
 * Stacks cards.
 *
 * @param members the cards, in the order in which they are read
 * @param sizes of all cards
 * @param rows how many stand above each other at most
 */
export function stackOf(parent: number, members: readonly number[], sizes: readonly Size[], rows: number): Stack {
  const columns = Math.ceil(members.length / rows);
  const perColumn = Math.ceil(members.length / columns);
  const width = Math.max(...members.map((card) => sizes[card]?.width ?? 0));
  const aisle = columns > 1 ? stackGaps.aisle : stackGaps.row;
  const halves = Array.from({ length: columns }, (_, column) => {
    const own = members.slice(column * perColumn, (column + 1) * perColumn);
    const middle = columns > 1 ? Math.ceil(own.length / 2) : own.length;
    return { above: own.slice(0, middle), below: own.slice(middle) };
  });
  const heightOf = (cards: readonly number[]): number =>
    cards.reduce((sum, card) => sum + (sizes[card]?.height ?? 0) + stackGaps.row, 0);
  const cells: { card: number; x: number; y: number }[] = [];
  const put = (cards: readonly number[], column: number, top: number): void => {
    let y = top;
    for (const card of cards) {
      cells.push({ card, x: stackGaps.spine + column * (width + stackGaps.column), y });
      y += (sizes[card]?.height ?? 0) + stackGaps.row;
    }
  };
  const half = Math.max(...halves.flatMap(({ above, below }) => [heightOf(above), heightOf(below)]));
  halves.forEach(({ above, below }, column) => {
    put(above, column, columns > 1 ? half - heightOf(above) : 0);
    put(below, column, half - stackGaps.row + aisle);
  });
  return {
    parent,
    cells,
    width: stackGaps.spine + columns * (width + stackGaps.column) - stackGaps.column,
    height: columns > 1 ? 2 * (half - stackGaps.row) + aisle : half - stackGaps.row,
  };
}
