// Minimises a smooth function by limited-memory BFGS with a backtracking line search.

interface MinimiseOptions {
  readonly iterations: number;
  /** Pairs of steps and gradient changes that represent the curvature. Default 8. */
  readonly memory?: number;
  /** Ends when the largest entry of the gradient is below this. Default 1e-4. */
  readonly tolerance?: number;
}

/** Writes the gradient at `x` into `gradient` and returns the value. @shape x, gradient alike */
type Objective = (x: Float64Array, gradient: Float64Array) => number;

interface Pair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly rho: number;
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function addScaled(to: Float64Array, from: Float64Array, factor: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + factor * (from[at] ?? 0);
}

/** The two-loop recursion. @source Nocedal and Wright, Numerical Optimization, algorithm 7.4 */
function directionOf(gradient: Float64Array, pairs: readonly Pair[]): Float64Array {
  const direction = Float64Array.from(gradient, (value) => -value);
  const alphas: number[] = [];
  for (const { step, change, rho } of pairs.toReversed()) {
    const alpha = rho * inner(step, direction);
    alphas.unshift(alpha);
    addScaled(direction, change, -alpha);
  }
  const last = pairs.at(-1);
  if (last !== undefined) {
    const scale = 1 / (last.rho * inner(last.change, last.change));
    for (let at = 0; at < direction.length; at += 1) direction[at] = (direction[at] ?? 0) * scale;
  }
  pairs.forEach(({ step, change, rho }, index) => {
    addScaled(direction, step, (alphas[index] ?? 0) - rho * inner(change, direction));
  });
  return direction;
}

const SUFFICIENT = 1e-4;
const HALVINGS_MAX = 30;

/** Moves `x` in place and returns the value reached. */
export function minimise(objective: Objective, x: Float64Array, options: MinimiseOptions): number {
  const { iterations, memory = 8, tolerance = 1e-4 } = options;
  let gradient = new Float64Array(x.length);
  let value = objective(x, gradient);
  const pairs: Pair[] = [];
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    if (gradient.every((slope) => Math.abs(slope) < tolerance)) break;
    const direction = directionOf(gradient, pairs);
    const slope = inner(gradient, direction);
    let length = pairs.length === 0 ? 1 / Math.sqrt(inner(gradient, gradient)) : 1;
    const next = new Float64Array(x.length);
    const nextGradient = new Float64Array(x.length);
    let nextValue = Infinity;
    for (let halving = 0; halving < HALVINGS_MAX; halving += 1, length /= 2) {
      next.set(x);
      addScaled(next, direction, length);
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + SUFFICIENT * length * slope) break;
    }
    if (!(nextValue < value)) break;
    const step = next.map((entry, at) => entry - (x[at] ?? 0));
    const change = nextGradient.map((entry, at) => entry - (gradient[at] ?? 0));
    const curvature = inner(step, change);
    if (curvature > 1e-12) {
      pairs.push({ step, change, rho: 1 / curvature });
      if (pairs.length > memory) pairs.shift();
    }
    x.set(next);
    gradient = nextGradient;
    value = nextValue;
  }
  return value;
}
