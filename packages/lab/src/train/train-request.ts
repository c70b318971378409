// The request for a training run, and the events that it reports while it goes.
import type { Atlas } from "../atlas/atlas.ts";
import type { SplitName } from "../data/index.ts";

export interface TrainProgress {
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
  /** The atlas that the reading of requests is learned from; the committed atlas when left out. */
  readonly atlas?: Atlas;
}
