// The engine that decides now. It is replaced as a whole: a request that began with the old one ends with it.
import type { Engine } from "@signalbox/engine";

export interface LoadedEngine {
  readonly engine: Engine;
  /** What accounts learn, and features that a caller computed, are tied to it. */
  readonly artefactVersion: string;
  readonly artefactDir: string;
}

export interface EngineHolder extends Omit<LoadedEngine, "engine"> {
  readonly current: Engine;
  /**
   * Reads the directory of the deciding artefact again and switches to what is there.
   * @throws SignalboxError invalid_artefact, keeping the old
   */
  reload(directory: string): Promise<void>;
}
