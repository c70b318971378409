// One hidden layer of rectified units over where a prompt stands, shared by all models: what the process by likeness smooths
// away, differences between models that follow a bend of a few directions, a network keeps.
//   logit_m = w_m . max(0, A x + a) + b_m

export interface FittedNetwork {
  /** Entries of a point. */
  readonly dim: number;
  readonly hidden: number;
  readonly arms: number;
  /** Rows of A, each ending with its entry of a. @shape hidden x (dim + 1) */
  readonly first: Float32Array;
  /** Rows w_m, each ending with its b_m. @shape arms x (hidden + 1) */
  readonly last: Float32Array;
}

/** The dot product of a row and an input, and the row's last entry. */
function affine(rows: Float32Array, start: number, input: Float32Array): number {
  let [even, odd] = [0, 0];
  const size = input.length;
  const paired = size & ~1;
  for (let at = 0; at < paired; at += 2) {
    even += rows[start + at]! * input[at]!;
    odd += rows[start + at + 1]! * input[at + 1]!;
  }
  if (paired < size) even += rows[start + paired]! * input[paired]!;
  return even + odd + rows[start + size]!;
}

export interface Activations {
  /** @shape hidden */
  readonly units: Float32Array;
  /** @shape arms */
  readonly logits: Float32Array;
}

export function createActivations({ hidden, arms }: Pick<FittedNetwork, "hidden" | "arms">): Activations {
  return { units: new Float32Array(hidden), logits: new Float32Array(arms) };
}

/** Fills the activations at one point, without allocating. */
export function activate(
  { dim, hidden, arms, first, last }: FittedNetwork,
  point: Float32Array,
  out: Activations,
): void {
  const { units, logits } = out;
  for (let unit = 0; unit < hidden; unit += 1)
    units[unit] = Math.max(0, affine(first, unit * (dim + 1), point));
  for (let arm = 0; arm < arms; arm += 1) logits[arm] = affine(last, arm * (hidden + 1), units);
}

/** Asks a network without allocating; what comes back is overwritten by the next question. @shape point dim, result arms */
export function createNetworkReader(network: FittedNetwork): (point: Float32Array) => Float32Array {
  const activations = createActivations(network);
  return (point) => {
    activate(network, point, activations);
    return activations.logits;
  };
}
