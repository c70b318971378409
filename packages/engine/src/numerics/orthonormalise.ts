// Modified Gram-Schmidt on the rows of a row-major matrix.

/** A row whose remaining square length is below this depends on the rows before it. */
const SQUARE_MIN = 1e-30;

/**
 * Makes row `index` orthogonal to the rows before it, which must be orthonormal, and scales it to unit length; a row
 * that depends on them becomes zero. @shape rows: any count x size
 */
export function orthonormaliseRow(
  rows: Float64Array | Float32Array,
  index: number,
  size: number,
  squareMin: number = SQUARE_MIN,
): void {
  const at = index * size;
  for (let from = 0; from < at; from += size) {
    let shared = 0;
    for (let column = 0; column < size; column += 1) shared += rows[at + column]! * rows[from + column]!;
    for (let column = 0; column < size; column += 1) rows[at + column]! -= shared * rows[from + column]!;
  }
  let square = 0;
  for (let column = 0; column < size; column += 1) {
    const value = rows[at + column]!;
    square += value * value;
  }
  const factor = square > squareMin ? 1 / Math.sqrt(square) : 0;
  for (let column = 0; column < size; column += 1) rows[at + column]! *= factor;
}

/** Makes all rows orthonormal, first to last. */
export function orthonormaliseRows(
  rows: Float64Array | Float32Array,
  size: number,
  squareMin: number = SQUARE_MIN,
): void {
  for (let row = 0; row < rows.length / size; row += 1) orthonormaliseRow(rows, row, size, squareMin);
}
