// A model that fetches the vectors of its sentence encoder itself: for the laboratory and for training, where prompts are
// many and waiting is allowed. Models of the static tier pass through.
import type { RoutingModel } from "./routing-model.ts";

/** @param embed vector of what the encoder reads; called for every prompt that comes without one */
export function withVectors(model: RoutingModel, embed: (ids: Int32Array) => Float32Array): RoutingModel {
  const { encoder } = model;
  if (encoder === undefined) return model;
  return {
    ...model,
    encode: (read) => {
      const { prompt } = read;
      if (prompt.vector !== undefined) return model.encode(read);
      return model.encode({ ...read, prompt: { ...prompt, vector: embed(encoder.idsOf(read)) } });
    },
  };
}
