// Steps of gradient descent whose length every parameter finds for itself.
// @source Kingma and Ba, "Adam" (2015); Loshchilov and Hutter, "Decoupled Weight Decay Regularization" (2019)

const [MEAN_KEPT, SQUARE_KEPT, EPSILON] = [0.9, 0.999, 1e-8];

export interface Step {
  readonly rate: number;
  /** Share of every parameter that is taken away, times the rate. */
  readonly decay: number;
}

/** Moves `parameters` in place, against the gradient. */
export function createAdam(parameters: Float32Array): (gradient: Float32Array, step: Step) => void {
  const mean = new Float32Array(parameters.length);
  const square = new Float32Array(parameters.length);
  let [meanLeft, squareLeft] = [1, 1];
  return (gradient, { rate, decay }) => {
    meanLeft *= MEAN_KEPT;
    squareLeft *= SQUARE_KEPT;
    const length = (rate * Math.sqrt(1 - squareLeft)) / (1 - meanLeft);
    for (let at = 0; at < parameters.length; at += 1) {
      const slope = gradient[at]!;
      const m = MEAN_KEPT * mean[at]! + (1 - MEAN_KEPT) * slope;
      const v = SQUARE_KEPT * square[at]! + (1 - SQUARE_KEPT) * slope * slope;
      mean[at] = m;
      square[at] = v;
      parameters[at] = parameters[at]! * (1 - rate * decay) - (length * m) / (Math.sqrt(v) + EPSILON);
    }
  };
}
