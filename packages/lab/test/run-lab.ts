// A command of the laboratory as tests run it: without a process of its own.
import { runCli, type ExitCode } from "@signalbox/cli/program";

import { LAB_COMMANDS } from "../src/commands/index.ts";

export interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
}

export async function runLab(args: readonly string[]): Promise<Outcome> {
  const texts = { out: "", error: "" };
  const console = {
    out: (text: string) => void (texts.out += text),
    error: (text: string) => void (texts.error += text),
    isTerminal: false,
    readInput: () => Promise.resolve(""),
    untilStopped: () => Promise.resolve("SIGTERM"),
  };
  const code = await runCli({ args, env: {}, console, commands: LAB_COMMANDS });
  return { code, ...texts };
}
