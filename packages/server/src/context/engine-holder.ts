// The engine that decides now. It is replaced as a whole: a request that began with the old one ends with it.
import type { Engine } from "@signalbox/engine";

import type { TransformerTier } from "../encoder/open-transformer-tier.ts";

/** The static artefact, which features that a caller computed must come from in either tier. */
export interface ContentArtefact {
  readonly version: string;
  readonly directory: string;
}

export interface EngineHolder {
  readonly current: Engine;
  /** Of the tier that is configured; what accounts learn is tied to it. */
  readonly artefactVersion: string;
  /** Absent in the static tier. */
  readonly transformer: Pick<TransformerTier, "requests" | "vectors"> | undefined;
  readonly contentArtefact: ContentArtefact;
  /**
   * Reads the directory of the deciding artefact again and switches to what is there.
   * @throws SignalboxError invalid_artefact, invalid_configuration, keeping the old
   */
  reload(directory: string): Promise<void>;
  /** Ends the threads of the transformer tier. */
  close(): Promise<void>;
}
