// Rows by eights, as `nearestSquared` reads them: the distances of eight rows come out of one pass.

/** Rows that a kernel takes in one pass. */
export const BLOCK_ROWS = 8;
const VECTOR_FLOATS = 4;

interface RowBlocks {
  readonly floats: Float32Array;
  readonly blocks: number;
  /** Columns of each row, a multiple of 4. */
  readonly columns: number;
}

const blocksOf = (rowCount: number): number => Math.ceil(rowCount / BLOCK_ROWS);

/** Place of one number of rows in blocks, in floats from the first. @param columns of each row, a multiple of 4 */
export function placeOf(row: number, column: number, columns: number): number {
  const inBlock = row % BLOCK_ROWS;
  const inFour = column % VECTOR_FLOATS;
  return (row - inBlock) * columns + (column - inFour) * BLOCK_ROWS + inBlock * VECTOR_FLOATS + inFour;
}

/**
 * Rows of `from` columns by eights: four columns of each of the eight in turn, so that a kernel reads a block from front to
 * back. The last row fills up the last block.
 */
export function blockRows(rows: Float32Array, rowCount: number, from: number): RowBlocks {
  const columns = Math.ceil(from / VECTOR_FLOATS) * VECTOR_FLOATS;
  const blocks = blocksOf(rowCount);
  const floats = new Float32Array(blocks * BLOCK_ROWS * columns);
  for (let place = 0; place < blocks * BLOCK_ROWS; place += 1) {
    const row = Math.min(place, rowCount - 1) * from;
    for (let column = 0; column < from; column += 1)
      floats[placeOf(place, column, columns)] = rows[row + column]!;
  }
  return { floats, blocks, columns };
}
