// The learner of one running service: its thread, and the window of evidence it looks at.
import type { Config } from "@signalbox/contracts";
import type { Storage } from "@signalbox/storage";

import type { Clock } from "../runtime/clock.ts";
import type { EngineHolder } from "../runtime/create-engine-holder.ts";
import { createFitThread } from "./online/fit-thread.ts";
import { createOnlineLearner, type OnlineLearner } from "./online/online-learner.ts";

export interface Learning {
  readonly learner: OnlineLearner;
  close(): Promise<void>;
}

interface LearningParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly engine: Pick<EngineHolder, "artefactVersion">;
  readonly config: Config;
}

export function createLearning({ storage, clock, engine, config }: LearningParts): Learning {
  const thread = createFitThread();
  const window = () => ({ rowsMax: config.learning.rowsMax, artefactVersion: engine.artefactVersion });
  return { learner: createOnlineLearner({ storage, clock, thread, window }), close: () => thread.close() };
}
