// The learners of one running service: online learning from feedback, and the training of custom routers.
import { totalmem } from "node:os";

import { SignalboxError } from "@signalbox/contracts";
import type { CustomRouter } from "@signalbox/storage";

import { configuredArtefactDir } from "./create-engine-holder.ts";
import type { ServiceContext } from "../context/service-context.ts";
import { routerToWire } from "../services/custom-routers/read-routers.ts";
import { activateAs, deactivateAs } from "../services/custom-routers/switch-router.ts";
import { createRouterTrainer } from "../learner/custom-router/router-trainer.ts";
import { readRouterParams } from "../learner/custom-router/router-params.ts";
import type { TrainResult } from "../learner/custom-router/train-child.ts";
import { createDriftWatch } from "../learner/drift/watch-drift.ts";
import { countEndedExperiments } from "../services/experiments/end-experiment.ts";
import { countReplayed, createReplayRunner, replayJournal } from "../learner/replay/run-replay.ts";
import { createFitThread } from "../learner/online/fit-thread.ts";
import { createReplayProcess, DECIDED_HERE_MAX } from "./replay-process.ts";
import { createOnlineLearner, watchReports } from "../learner/online/online-learner.ts";

/** Largest compressed size of the evaluation rows kept with a custom router, so that it can be trained again. */
const KEPT_ROWS_BYTES_MAX = 64 * 1024 * 1024;

/** Share of a container's memory that a training may take, so that it never ends the service beside it. */
const TRAINING_SHARE = 0.6;
const MIB = 1024 * 1024;

/** @returns Infinity outside of a container with a limit */
function containerShareMb(): number {
  const bytes = process.constrainedMemory();
  return bytes > 0 && bytes < totalmem() ? Math.floor((TRAINING_SHARE * bytes) / MIB) : Infinity;
}

export interface Learning {
  /** One round over the accounts with new feedback. */
  readonly learn: () => Promise<void>;
  /** Fits an account again after some of its decisions were deleted. */
  readonly forget: (accountId: string) => Promise<void>;
  /** Trains the custom routers that are queued. */
  readonly train: () => Promise<void>;
  /** Works off the replays that are queued. */
  readonly replay: () => Promise<void>;
  /** Counts the experiments that have ended. */
  readonly conclude: () => Promise<void>;
  /** Looks whether predictions and reports still agree. */
  readonly watch: () => Promise<void>;
  /** Gives up the training that is running; it is done again after the next start. */
  interrupt(): void;
  close(): Promise<void>;
}

/**
 * A router whose upload asked for it is switched on as it is ready, unless it is not better. One that is switched on and is not
 * better any more is switched off.
 */
async function settleTrained(
  context: ServiceContext,
  router: CustomRouter,
  { isBetter }: TrainResult,
): Promise<void> {
  const { activates, overrides } = readRouterParams(router);
  const actor = { kind: "system", id: null, name: "custom router training" } as const;
  const changer = { accountId: router.accountId, actor, address: undefined };
  if (!isBetter && !overrides && (await routerToWire(context, router)).is_active)
    await deactivateAs(context, changer, router.id);
  if (!activates) return;
  try {
    await activateAs(context, changer, { id: router.id, overrides });
  } catch (error) {
    // The report tells why; a refusal here is an answer, not a fault.
    if (!(error instanceof SignalboxError) || error.code !== "conflict") throw error;
    context.logger.info({ routerId: router.id }, "a trained router was not switched on: it is not better");
  }
}

export function createLearning(context: ServiceContext): Learning {
  const { storage, clock, logger, config, engine } = context;
  const thread = createFitThread();
  const replays = createReplayProcess({ config, engine });
  const { rowsMax, reportsPerKeyDayMax: perKeyDayMax } = config.learning;
  const window = () => ({ rowsMax, perKeyDayMax, artefactVersion: engine.artefactVersion });
  const learner = createOnlineLearner({
    storage,
    clock,
    thread,
    window,
    onFitted: (accountId, bounded) => watchReports(context, accountId, bounded),
  });
  const trainer = createRouterTrainer({
    storage,
    clock,
    logger,
    artefactDir: () => configuredArtefactDir(config),
    limits: {
      minutesMax: config.learning.trainingMinutesMax,
      memoryMbMax: Math.min(config.learning.trainingMemoryMbMax, containerShareMb()),
    },
    keptRowsBytesMax: () => (config.retention.allowText ? KEPT_ROWS_BYTES_MAX : 0),
    onTrained: (router, result) => settleTrained(context, router, result),
  });
  return {
    learn: async () => {
      await learner.round();
    },
    forget: async (accountId) => {
      await learner.forget(accountId);
    },
    train: async () => {
      await trainer.round();
    },
    replay: createReplayRunner(context, async (work) => {
      const decisions = await countReplayed(context, work);
      return decisions > DECIDED_HERE_MAX ? replays.run(work) : replayJournal(context, work);
    }),
    conclude: () => countEndedExperiments(context),
    watch: createDriftWatch(context),
    interrupt: () => {
      trainer.stop();
      replays.stop();
    },
    close: () => thread.close(),
  };
}
