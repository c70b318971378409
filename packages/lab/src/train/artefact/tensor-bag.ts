// The tensors of an artefact in the making, readable by the engine's own loaders before anything is written.
import type { TensorStore } from "@signalbox/engine/internals";

export type TensorData = Float32Array | Int8Array | Uint8Array;

export interface BaggedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: TensorData;
}

interface TensorBag extends TensorStore {
  set(name: string, data: TensorData, ...shape: number[]): void;
  list(): readonly BaggedTensor[];
}

function missing(name: string): Error {
  return new Error(`Tensor "${name}" is not in the bag yet, or has another type.`);
}

export function createTensorBag(): TensorBag {
  const tensors = new Map<string, BaggedTensor>();
  const uint8Of = (name: string): Uint8Array => {
    const data = tensors.get(name)?.data;
    if (data instanceof Uint8Array) return data;
    throw missing(name);
  };
  return {
    set: (name, data, ...shape) => tensors.set(name, { name, shape, data }),
    list: () => [...tensors.values()],
    float32: (name) => {
      const data = tensors.get(name)?.data;
      if (data instanceof Float32Array) return data;
      throw missing(name);
    },
    int8: (name) => {
      const data = tensors.get(name)?.data;
      if (data instanceof Int8Array) return data;
      throw missing(name);
    },
    uint8: uint8Of,
    text: (name) => new TextDecoder().decode(uint8Of(name)),
  };
}

export function bagOf(tensors: readonly BaggedTensor[]): TensorBag {
  const bag = createTensorBag();
  for (const { name, data, shape } of tensors) bag.set(name, data, ...shape);
  return bag;
}
