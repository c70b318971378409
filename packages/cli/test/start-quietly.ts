// A real service on a data directory of the test, without a line of log.
import { createLogger, loadConfig, startServer, type RunningServer } from "@signalbox/server";

/** On a free port of this machine. */
export function startQuietly(dataDir: string): Promise<RunningServer> {
  const flags = { host: "127.0.0.1", port: "0", "data-dir": dataDir };
  return startServer({
    config: loadConfig({ file: undefined, env: {}, flags }),
    logger: createLogger("silent"),
  });
}
