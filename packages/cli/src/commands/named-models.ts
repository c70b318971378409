import type { Invocation } from "../command.ts";

/** Labels given by --model, comma-separated or repeated. */
export const namedModels = (invocation: Invocation): string[] =>
  invocation
    .texts("model")
    .flatMap((text) => text.split(","))
    .map((model) => model.trim())
    .filter((model) => model !== "");
