// The service as a child of `proof/bench/profile.ts`: SIGUSR2 starts a sampling profile of the deciding thread, SIGTERM writes it
// and stops. Usage: node proof/bench/profiled-server.ts DATA_DIR PROFILE_FILE
import { writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";

import { createLogger, loadConfig, startServer } from "@signalbox/server";

const SAMPLE_US = 250;

const [dataDir = "", profileFile = ""] = process.argv.slice(2);
const config = loadConfig({ file: undefined, env: {}, flags: { "data-dir": dataDir, port: "0" } });
const server = await startServer({ config, logger: createLogger("silent") });
const session = new Session();
let isSampling = false;

async function startSampling(): Promise<void> {
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  await session.post("Profiler.start");
  isSampling = true;
}

async function stop(): Promise<void> {
  if (isSampling) {
    const { profile } = await session.post("Profiler.stop");
    await writeFile(profileFile, JSON.stringify(profile));
  }
  await server.stop();
}

process.once("SIGUSR2", () => void startSampling());
process.once("SIGTERM", () => void stop());
process.stdout.write(`${JSON.stringify({ url: server.url, key: server.firstStart?.key ?? "" })}\n`);
