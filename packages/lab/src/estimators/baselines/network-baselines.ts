// Four published routers as settings of the factor network.
import { defineEstimator, realNumber, wholeNumber } from "../contract/define-estimator.ts";
import type { Estimator, Parameters } from "../contract/estimator.ts";
import { trainNetwork } from "./train-network.ts";
import type { NetworkFamily } from "./train-network.ts";

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

export const MLP = defineNetwork({
  name: "mlp",
  title: "multilayer perceptron",
  family: ({ hidden = 64 }) => ({ ...LINEAR, hidden }),
  grid: [
    { hidden: 64, epochs: 12, learningRate: 0.003, weightDecay: 0.1 },
    { epochs: 6 },
    { epochs: 12, weightDecay: 1 },
    { hidden: 128, epochs: 8, learningRate: 0.002 },
    { epochs: 25 },
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

export const MIRT = defineNetwork({
  name: "mirt",
  title: "multidimensional IRT",
  family: ({ axes = 16 }) => ({ ...LINEAR, axes, isAxisSigmoid: true, hasDifficulty: true }),
  grid: [
    { axes: 16, epochs: 20, learningRate: 0.01, weightDecay: 0.1 },
    { axes: 8 },
    { axes: 32 },
    { axes: 16, weightDecay: 0.01 },
    { axes: 16, epochs: 40 },
  ],
});
