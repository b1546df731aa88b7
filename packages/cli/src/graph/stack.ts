export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Cards in columns. Where there is a card that hands over to them, its line enters in the middle of the left side. */
export interface Stack extends Size {
  /** The card that hands over to them. */
  readonly parent: number | undefined;
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

/** Cards that no line leads to or from, in rows that are together a little wider than high. */
export function gridOf(members: readonly number[], sizes: readonly Size[]): Stack {
  const width = Math.max(...members.map((card) => sizes[card]?.width ?? 0)) + stackGaps.row * 2;
  const height = Math.max(...members.map((card) => sizes[card]?.height ?? 0)) + stackGaps.row * 2;
  const columns = Math.max(1, Math.round(Math.sqrt((members.length * height * 1.6) / width)));
  const cells = members.map((card, at) => ({
    card,
    x: (at % columns) * width,
    y: Math.floor(at / columns) * height,
  }));
  return {
    parent: undefined,
    cells,
    width: Math.min(columns, members.length) * width - stackGaps.row * 2,
    height: Math.ceil(members.length / columns) * height - stackGaps.row * 2,
  };
}
