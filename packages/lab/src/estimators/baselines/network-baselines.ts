// Four published routers as settings of the factor network.
import type { Random } from "@signalbox/engine/numerics";
import { shuffle, sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import { computeColumnMeans } from "../contract/platt-scaling.ts";
import type {
  PromptSet,
  Predictor,
  TrainingData,
  Estimator,
  Parameters,
} from "../contract/define-estimator.ts";
import { FactorNetwork } from "./factor-network.ts";
import type { NetworkShape } from "./factor-network.ts";
import { defineEstimator, realNumber, wholeNumber } from "../contract/define-estimator.ts";

// Trains a factor network on outcomes by Adam on the cross-entropy, mini-batches in a seeded order.
interface TrainingSettings {
  readonly epochs: number;
  readonly learningRate: number;
  /** Decoupled decay of every weight a step, relative to the learning rate. */
  readonly weightDecay: number;
}

const BATCH = 32;
const [BETA_1, BETA_2, EPSILON] = [0.9, 0.999, 1e-8];

/** Adam with decoupled decay. @source Kingma and Ba (2015); Loshchilov and Hutter (2019) */
class Adam {
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  #step = 0;

  constructor(size: number) {
    this.#first = new Float32Array(size);
    this.#second = new Float32Array(size);
  }

  step(
    parameters: Float32Array,
    gradient: Float32Array,
    { learningRate, weightDecay }: TrainingSettings,
  ): void {
    this.#step += 1;
    const scale = Math.sqrt(1 - BETA_2 ** this.#step) / (1 - BETA_1 ** this.#step);
    for (let i = 0; i < parameters.length; i += 1) {
      const g = gradient[i]!;
      const m = BETA_1 * this.#first[i]! + (1 - BETA_1) * g;
      const v = BETA_2 * this.#second[i]! + (1 - BETA_2) * g * g;
      this.#first[i] = m;
      this.#second[i] = v;
      const decayed = parameters[i]! * (1 - learningRate * weightDecay);
      parameters[i] = decayed - (learningRate * scale * m) / (Math.sqrt(v) + EPSILON);
    }
  }
}

function fillDeltas(logits: Float32Array, scores: Float32Array, deltas: Float32Array): void {
  for (let m = 0; m < deltas.length; m += 1) {
    const score = scores[m]!;
    deltas[m] = Number.isNaN(score) ? 0 : (sigmoid(logits[m]!) - score) / BATCH;
  }
}

function startBiases(network: FactorNetwork, data: TrainingData): void {
  const { mean } = computeColumnMeans(data);
  for (const [m, value] of mean.entries()) {
    const p = Math.min(0.98, Math.max(0.02, value));
    network.setModelBias(m, Math.log(p / (1 - p)));
  }
}

function runEpochs(
  network: FactorNetwork,
  data: TrainingData,
  run: { settings: TrainingSettings; random: Random },
): void {
  const { prompts, models, scores } = data;
  const width = models.length;
  const adam = new Adam(network.parameters.length);
  const gradient = new Float32Array(network.parameters.length);
  const deltas = new Float32Array(width);
  const act = network.createActivations();
  const order = Int32Array.from({ length: prompts.count }, (_, i) => i);
  for (let epoch = 0; epoch < run.settings.epochs; epoch += 1) {
    shuffle(order, run.random);
    for (let start = 0; start < order.length; start += BATCH) {
      gradient.fill(0);
      for (const row of order.subarray(start, start + BATCH)) {
        const input = prompts.features.subarray(row * prompts.dim, (row + 1) * prompts.dim);
        network.forward(input, act);
        fillDeltas(act.logits, scores.subarray(row * width, (row + 1) * width), deltas);
        network.backward(input, act, deltas, gradient);
      }
      const progress = (epoch + start / order.length) / run.settings.epochs;
      const learningRate = run.settings.learningRate * (0.5 + 0.5 * Math.cos(Math.PI * progress));
      adam.step(network.parameters, gradient, { ...run.settings, learningRate });
    }
  }
}

function predictAll(network: FactorNetwork, prompts: PromptSet): Float32Array {
  const width = network.shape.models;
  const out = new Float32Array(prompts.count * width);
  const act = network.createActivations();
  for (let i = 0; i < prompts.count; i += 1) {
    network.forward(prompts.features.subarray(i * prompts.dim, (i + 1) * prompts.dim), act);
    for (let m = 0; m < width; m += 1) out[i * width + m] = sigmoid(act.logits[m]!);
  }
  return out;
}

/** The settings that a family of networks fixes; sizes of data and models come from the training data. */
type NetworkFamily = Omit<NetworkShape, "inputs" | "models">;

export function trainNetwork(
  data: TrainingData,
  family: NetworkFamily,
  run: { readonly settings: TrainingSettings; readonly seed: number },
): Predictor {
  const random = splitmix32(run.seed);
  const network = new FactorNetwork(
    { ...family, inputs: data.prompts.dim, models: data.models.length },
    random,
  );
  startBiases(network, data);
  runEpochs(network, data, { settings: run.settings, random });
  return { predict: (prompts) => predictAll(network, prompts) };
}

interface NetworkBaseline {
  readonly name: string;
  readonly title: string;
  readonly family: (parameters: Parameters) => NetworkFamily;
  readonly grid: readonly Parameters[];
}

const CONSTRAINTS = {
  epochs: wholeNumber(1, 500),
  learningRate: realNumber(1e-6, 1),
  weightDecay: realNumber(0, 10),
};

function defineNetwork({ name, title, family, grid }: NetworkBaseline): Estimator {
  const sizes = Object.keys(grid[0] ?? {}).filter((key) => !(key in CONSTRAINTS));
  return defineEstimator({
    name,
    title,
    constraints: { ...CONSTRAINTS, ...Object.fromEntries(sizes.map((key) => [key, wholeNumber(1, 4_096)])) },
    grid,
    fit: (data, parameters, seed) =>
      trainNetwork(data, family(parameters), {
        seed,
        settings: {
          epochs: parameters["epochs"]!,
          learningRate: parameters["learningRate"]!,
          weightDecay: parameters["weightDecay"]!,
        },
      }),
  });
}

const LINEAR = { hidden: 0, axes: 0, isAxisSigmoid: false, hasDifficulty: false };

export const LOGISTIC = defineNetwork({
  name: "logistic",
  title: "logistic regression a model",
  family: () => LINEAR,
  grid: [
    { epochs: 20, learningRate: 0.02, weightDecay: 0.01 },
    { weightDecay: 0.1 },
    { weightDecay: 0.5 },
    { learningRate: 0.005, weightDecay: 0.01 },
    { epochs: 40, learningRate: 0.05, weightDecay: 0.1 },
  ],
});

export const MATRIX_FACTORISATION = defineNetwork({
  name: "mf",
  title: "matrix factorisation (RouteLLM)",
  family: ({ axes = 16 }) => ({ ...LINEAR, axes }),
  grid: [
    { axes: 16, epochs: 15, learningRate: 0.005, weightDecay: 0.1 },
    { axes: 8 },
    { axes: 32 },
    { axes: 16, weightDecay: 1 },
    { axes: 16, epochs: 8 },
  ],
});
