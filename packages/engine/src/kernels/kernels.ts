/* oxlint-disable max-params -- a kernel takes arrays with offsets, so that no view is allocated in a loop */
// The few loops in which all numeric time goes. Row-major arrays, no allocation, offsets instead of views.

/** Sum over i of x[xAt + i] * y[yAt + i]. */
export function dot(x: Float32Array, xAt: number, y: Float32Array, yAt: number, length: number): number {
  let even = 0;
  let odd = 0;
  let index = 0;
  for (; index + 1 < length; index += 2) {
    even += x[xAt + index]! * y[yAt + index]!;
    odd += x[xAt + index + 1]! * y[yAt + index + 1]!;
  }
  if (index < length) even += x[xAt + index]! * y[yAt + index]!;
  return even + odd;
}

/** y[yAt + i] += factor * x[xAt + i]. */
export function addScaled(
  factor: number,
  x: Float32Array,
  xAt: number,
  y: Float32Array,
  yAt: number,
  length: number,
): void {
  for (let index = 0; index < length; index += 1) y[yAt + index] = y[yAt + index]! + factor * x[xAt + index]!;
}
