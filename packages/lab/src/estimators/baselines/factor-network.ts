// One small network, four published routers: features -> (hidden layer) -> (latent axes) -> one logit a model.
// logistic: axes = features. MLP: hidden layer. Matrix factorisation: few linear axes. MIRT: axes in 0..1 and a
// difficulty that lowers every model alike. Gradients are written out by hand and tested against differences.
import type { Random } from "@signalbox/engine/numerics";
import { drawNormal, sigmoid } from "@signalbox/engine/numerics";

export interface NetworkShape {
  readonly inputs: number;
  /** 0 = no hidden layer. */
  readonly hidden: number;
  /** 0 = the models read the layer below directly. */
  readonly axes: number;
  readonly models: number;
  readonly isAxisSigmoid: boolean;
  readonly hasDifficulty: boolean;
}

interface Layout {
  readonly hidden: number;
  readonly axes: number;
  readonly difficulty: number;
  readonly models: number;
  readonly size: number;
  readonly base: number;
  readonly axisCount: number;
}

/** Offsets of the parameter blocks in one flat array; each row ends with its bias. */
export function layOut(shape: NetworkShape): Layout {
  const base = shape.hidden === 0 ? shape.inputs : shape.hidden;
  const axisCount = shape.axes === 0 ? base : shape.axes;
  const axes = shape.hidden * (shape.inputs + 1);
  const difficulty = axes + shape.axes * (base + 1);
  const models = difficulty + (shape.hasDifficulty ? base + 1 : 0);
  return {
    hidden: 0,
    axes,
    difficulty,
    models,
    size: models + shape.models * (axisCount + 1),
    base,
    axisCount,
  };
}

interface Activations {
  readonly hidden: Float32Array;
  readonly axes: Float32Array;
  readonly logits: Float32Array;
  readonly hiddenGradient: Float32Array;
  readonly axisGradient: Float32Array;
}

function affine(parameters: Float32Array, start: number, input: Float32Array): number {
  let sum = parameters[start + input.length]!;
  for (let i = 0; i < input.length; i += 1) sum += parameters[start + i]! * input[i]!;
  return sum;
}

function pushBack(
  at: { parameters: Float32Array; gradient: Float32Array; start: number },
  input: Float32Array,
  delta: number,
  below?: Float32Array,
): void {
  const { parameters, gradient, start } = at;
  for (let i = 0; i < input.length; i += 1) {
    gradient[start + i] = gradient[start + i]! + delta * input[i]!;
    if (below !== undefined) below[i] = below[i]! + delta * parameters[start + i]!;
  }
  gradient[start + input.length] = gradient[start + input.length]! + delta;
}

export class FactorNetwork {
  readonly shape: NetworkShape;
  readonly parameters: Float32Array;
  readonly #layout: Layout;

  constructor(shape: NetworkShape, random: Random) {
    this.shape = shape;
    this.#layout = layOut(shape);
    this.parameters = new Float32Array(this.#layout.size);
    this.#initialise(random);
  }

  /** Difficulty starts at zero, the rest at Glorot-like noise; biases at zero. */
  #initialise(random: Random): void {
    const { layout, shape } = { layout: this.#layout, shape: this.shape };
    const fill = (start: number, rows: number, width: number): void => {
      for (let r = 0; r < rows; r += 1)
        for (let i = 0; i < width; i += 1)
          this.parameters[start + r * (width + 1) + i] = drawNormal(random) / Math.sqrt(width);
    };
    fill(layout.hidden, shape.hidden, shape.inputs);
    fill(layout.axes, shape.axes, layout.base);
    if (shape.hidden + shape.axes > 0) fill(layout.models, shape.models, layout.axisCount);
  }

  setModelBias(model: number, value: number): void {
    const { models, axisCount } = this.#layout;
    this.parameters[models + model * (axisCount + 1) + axisCount] = value;
  }

  createActivations(): Activations {
    const { axisCount } = this.#layout;
    return {
      hidden: new Float32Array(this.shape.hidden),
      axes: new Float32Array(axisCount),
      logits: new Float32Array(this.shape.models),
      hiddenGradient: new Float32Array(this.#layout.base),
      axisGradient: new Float32Array(axisCount),
    };
  }

  /** Fills the activations for one prompt. */
  forward(input: Float32Array, act: Activations): void {
    const { shape, parameters } = this;
    const layout = this.#layout;
    for (let h = 0; h < shape.hidden; h += 1)
      act.hidden[h] = Math.max(0, affine(parameters, layout.hidden + h * (shape.inputs + 1), input));
    const base = shape.hidden === 0 ? input : act.hidden;
    if (shape.axes === 0) act.axes.set(base);
    for (let k = 0; k < shape.axes; k += 1) {
      const value = affine(parameters, layout.axes + k * (layout.base + 1), base);
      act.axes[k] = shape.isAxisSigmoid ? sigmoid(value) : value;
    }
    const difficulty = shape.hasDifficulty ? affine(parameters, layout.difficulty, base) : 0;
    for (let m = 0; m < shape.models; m += 1)
      act.logits[m] = affine(parameters, layout.models + m * (layout.axisCount + 1), act.axes) - difficulty;
  }

  /** Adds the gradient of one prompt. `deltas` = dLoss/dLogit; zero where the outcome is unknown. */
  backward(input: Float32Array, act: Activations, deltas: Float32Array, gradient: Float32Array): void {
    const { shape, parameters } = this;
    const layout = this.#layout;
    act.axisGradient.fill(0);
    act.hiddenGradient.fill(0);
    let total = 0;
    for (let m = 0; m < shape.models; m += 1) {
      const delta = deltas[m]!;
      if (delta === 0) continue;
      total += delta;
      pushBack(
        { parameters, gradient, start: layout.models + m * (layout.axisCount + 1) },
        act.axes,
        delta,
        act.axisGradient,
      );
    }
    const base = shape.hidden === 0 ? input : act.hidden;
    const below = shape.hidden === 0 ? undefined : act.hiddenGradient;
    if (shape.hasDifficulty)
      pushBack({ parameters, gradient, start: layout.difficulty }, base, -total, below);
    for (let k = 0; k < shape.axes; k += 1) {
      const slope = shape.isAxisSigmoid ? act.axes[k]! * (1 - act.axes[k]!) : 1;
      pushBack(
        { parameters, gradient, start: layout.axes + k * (layout.base + 1) },
        base,
        act.axisGradient[k]! * slope,
        below,
      );
    }
    if (shape.hidden === 0) return;
    const hiddenGradient = shape.axes === 0 ? act.axisGradient : act.hiddenGradient;
    for (let h = 0; h < shape.hidden; h += 1)
      if (act.hidden[h]! > 0)
        pushBack(
          { parameters, gradient, start: layout.hidden + h * (shape.inputs + 1) },
          input,
          hiddenGradient[h]!,
        );
  }
}
