// Runs a replay in a separate process that yields the processor to everything else, so that decisions keep their rate however
// many are decided again. A replay that is no longer wanted, or a service that stops, ends the process.
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

import { every, SignalboxError, type Config } from "@signalbox/contracts";

import type { EngineHolder } from "../context/service-context.ts";
import type { ReplayWork, RunReplay } from "../learner/replay/run-replay.ts";
import { yieldToOthers } from "../services/give-way.ts";
import type { ReplayMessage, ReplayRequest } from "./replay-child.ts";

const CHILD = fileURLToPath(new URL("replay-child.ts", import.meta.url));
/** A hundred thousand decisions of both sides take about a tenth of it. @unit MiB */
const HEAP_MAX = 1024;
/** For what one slice makes and drops. @unit MiB */
const YOUNG_MAX = 64;
const TELL_MS = 400;

function startChild(): ChildProcess {
  const child = fork(CHILD, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_MAX}`, `--max-semi-space-size=${YOUNG_MAX}`],
  });
  yieldToOthers(child);
  return child;
}

interface Parts {
  readonly config: Config;
  readonly engine: Pick<EngineHolder, "artefactDir">;
}

/** Most decisions that are made here: a process would take longer to start than to decide. */
export const DECIDED_HERE_MAX = 500;

interface ReplayProcess {
  readonly run: RunReplay;
  /** Ends the replay that is running; its job is worked off again when its lease is over. */
  stop(): void;
}

export function createReplayProcess({ config, engine }: Parts): ReplayProcess {
  let running: ChildProcess | undefined;
  const run = ({ accountId, params, tell }: ReplayWork): ReturnType<RunReplay> =>
    new Promise((resolve, reject) => {
      const child = startChild();
      running = child;
      let share = 0;
      const ask = async (): Promise<void> => {
        if (!(await tell(share))) child.kill("SIGKILL");
      };
      const timer = every(TELL_MS, ask, reject);
      child.on("message", (message: ReplayMessage) => {
        if (message.kind === "progress") {
          const isFirst = share === 0;
          share = message.share;
          if (isFirst) ask().catch(reject);
        } else if (message.kind === "fault") reject(new SignalboxError(message.code, message.detail));
        else resolve(message.report);
      });
      child.on("error", (cause) => {
        reject(new SignalboxError("internal", "The replay could not be started.", { cause }));
      });
      child.on("exit", (code, endedBy) => {
        void timer.stop();
        if (running === child) running = undefined;
        if (endedBy === "SIGKILL") resolve(undefined);
        else reject(new SignalboxError("internal", `The replay's process ended with ${code ?? endedBy}.`));
      });
      const artefactDir = engine.artefactDir;
      const request: ReplayRequest = {
        config: { ...config, model: { ...config.model, artefactDir } },
        accountId,
        params,
      };
      child.send(request);
    });
  return {
    run,
    stop: () => {
      running?.kill("SIGKILL");
    },
  };
}
