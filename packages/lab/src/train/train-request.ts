// What is asked of a training run, and what it tells while it goes.
import type { Atlas } from "../atlas/atlas.ts";
import type { SplitName } from "../data/index.ts";
import type { EncoderRequest } from "./recipe-encoder.ts";
import type { RecipeOptions } from "./recipe-options.ts";

export interface TrainProgress {
  readonly stage: "reading" | "training" | "abilities" | "writing";
  /** One sentence for a person. */
  readonly message: string;
  /** @range 0..1 */
  readonly done: number;
}

export interface TrainRequest {
  readonly dataDir: string;
  readonly split: SplitName;
  readonly seed: number;
  readonly outDir: string;
  readonly onProgress?: (progress: TrainProgress) => void;
  /** Folder of the starting token vectors; the committed one when left out. */
  readonly startDir?: string;
  readonly recipe?: RecipeOptions;
  /** Trains the transformer tier: on vectors of a sentence encoder. */
  readonly encoder?: EncoderRequest;
  /** Folder beside `outDir` whose artefact keeps the tensors that are the same in both. */
  readonly sharesWith?: string;
  /** What the reading of requests is learned from; the committed atlas when left out. */
  readonly atlas?: Atlas;
  /** Keeps the finished members beside the artefact, for repeated fits of the rest. */
  readonly keepsCheckpoint?: boolean;
}
