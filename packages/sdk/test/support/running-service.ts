// A real Signalbox service on a free port of this machine, with a data directory and a first key of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createLogger, loadConfig, startServer } from "@signalbox/server";

export interface RunningService {
  /** "http://127.0.0.1:40123", without a path. */
  readonly url: string;
  readonly apiKey: string;
  /** Ends the service and removes its data. */
  stop(): Promise<void>;
}

/** Starts with the shipped artefact and catalogue. `flags` are settings by their flag names, without the dashes. */
export async function startRunningService(
  flags: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-integrations-"));
  const config = loadConfig({
    file: undefined,
    env: {},
    flags: { host: "127.0.0.1", port: "0", "data-dir": dataDir, ...flags },
  });
  const server = await startServer({ config, logger: createLogger("silent") });
  return {
    url: server.url,
    apiKey: server.firstStart?.key ?? "",
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
