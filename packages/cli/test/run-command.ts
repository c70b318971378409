// The command as tests run it: without a process of its own, on a console that keeps what is written.
import type { Console, ExitCode } from "../src/command.ts";
import { COMMANDS } from "../src/commands/index.ts";
import { runCli } from "../src/run-cli.ts";

export interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
}

/** @param input what standard input holds */
export async function runCommand(
  args: readonly string[],
  input = "",
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const texts = { out: "", error: "" };
  const console: Console = {
    out: (text) => {
      texts.out += text;
    },
    error: (text) => {
      texts.error += text;
    },
    isTerminal: false,
    readInput: () => Promise.resolve(input),
    untilStopped: () => Promise.resolve("SIGTERM"),
  };
  const code = await runCli({ args, env, console, commands: COMMANDS });
  return { code, ...texts };
}
