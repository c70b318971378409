// A command line on a real terminal.
import { text } from "node:stream/consumers";

import type { Command, Console, Program } from "./command.ts";
import { runCli } from "./run-cli.ts";

function untilStopped(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // The second signal of an impatient person ends the process immediately.
    process.once(signal, () => {
      resolve(signal);
      process.once(signal, () => process.exit(130));
    });
  }
  return promise;
}

const console: Console = {
  out: (line) => process.stdout.write(line),
  error: (line) => process.stderr.write(line),
  isTerminal: process.stderr.isTTY,
  readInput: () => text(process.stdin),
  untilStopped,
};

// A reader that has seen enough, such as `head`, is not an error: nothing more is written to it.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (fault: NodeJS.ErrnoException) => {
    // A service continues without those who watched its start.
    if (process.argv[2] === "serve") return;
    if (fault.code !== "EPIPE") throw fault;
    process.exit();
  });

/** @unit milliseconds */
const LINGER_MS = 2_000;

export async function runOnTerminal(commands: readonly Command[], program?: Program): Promise<void> {
  process.exitCode = await runCli({
    args: process.argv.slice(2),
    env: process.env,
    console,
    commands,
    ...(program === undefined ? {} : { program }),
  });
  // A command that is done must end: a handle that somebody forgot must not keep the process of a stopped service alive.
  setTimeout(() => process.exit(), LINGER_MS).unref();
}
