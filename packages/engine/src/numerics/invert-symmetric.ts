// The full inverse by Gauss-Jordan elimination. Shipped abilities follow its roundings; where a solution or a factor will
// do, cholesky.ts is the better choice.

/** A^-1 of a symmetric positive definite matrix; overwrites `matrix`. @shape size x size */
export function invertSymmetric(matrix: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let index = 0; index < size; index += 1) inverse[index * size + index] = 1;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const factor = 1 / matrix[pivot * size + pivot]!;
    for (let column = 0; column < size; column += 1) {
      matrix[pivot * size + column] = matrix[pivot * size + column]! * factor;
      inverse[pivot * size + column] = inverse[pivot * size + column]! * factor;
    }
    for (let row = 0; row < size; row += 1) {
      const scale = matrix[row * size + pivot]!;
      if (row === pivot || scale === 0) continue;
      for (let column = 0; column < size; column += 1) {
        matrix[row * size + column] = matrix[row * size + column]! - scale * matrix[pivot * size + column]!;
        inverse[row * size + column] =
          inverse[row * size + column]! - scale * inverse[pivot * size + column]!;
      }
    }
  }
  return inverse;
}
