/** `Math.hypot` of two numbers, equal to the last bit, without its list of arguments. */
export function hypotOf(a: number, b: number): number {
  const [x, y] = [Math.abs(a), Math.abs(b)];
  if (x === Infinity || y === Infinity) return Infinity;
  const max = Math.max(x, y);
  return max === 0 ? 0 : Math.sqrt((x / max) ** 2 + (y / max) ** 2) * max;
}
