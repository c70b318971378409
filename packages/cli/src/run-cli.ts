// Finds the command, runs it, and turns whatever it throws into a message and an exit code. Parses nothing at import.
import { describeFieldError, SignalboxError, VERSION } from "@signalbox/contracts";

import type { Command, Console, ExitCode, Program } from "./command.ts";
import { renderHelp, renderOverview, renderSettings } from "./help.ts";
import { parseInvocation } from "./parse-invocation.ts";

const USAGE_CODES = new Set(["bad_request", "invalid_configuration", "validation_failed"]);

const SIGNALBOX: Program = {
  name: "signalbox",
  purpose: "signalbox recommends which large language model to call.",
};

interface CliInput {
  /** Default: `signalbox`. */
  readonly program?: Program;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly console: Console;
  readonly commands: readonly Command[];
}

/** The longest name that the arguments begin with: "keys create" before "keys". */
function findCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
  const words = (command: Command): readonly string[] => command.name.split(" ");
  return commands
    .filter((command) => words(command).every((word, index) => args[index] === word))
    .toSorted((a, b) => words(b).length - words(a).length)[0];
}

function showHelp({ commands, console, program = SIGNALBOX }: CliInput, topic: readonly string[]): ExitCode {
  const command = findCommand(commands, topic);
  const related = commands.filter(({ name }) => name.split(" ")[0] === topic[0]);
  if (command !== undefined) console.out(renderHelp(command, program));
  else console.out(renderOverview(related.length > 0 ? related : commands, program));
  return 0;
}

function showFault(console: Console, fault: unknown, isJson: boolean): ExitCode {
  const error = fault instanceof SignalboxError ? fault : undefined;
  if (isJson) {
    const { code = "internal", detail = "An unexpected fault." } = error ?? {};
    console.error(`${JSON.stringify({ code, detail, errors: error?.errors ?? [] })}\n`);
  } else if (error === undefined) {
    console.error(
      `signalbox: an unexpected fault\n${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`,
    );
  } else {
    console.error(`signalbox: ${error.detail}\n`);
    for (const fault of error.code === "invalid_configuration" ? [] : error.errors)
      console.error(`  ${describeFieldError(fault)}\n`);
  }
  return error !== undefined && USAGE_CODES.has(error.code) ? 2 : 1;
}

function unknownCommand({ commands, console, args, program = SIGNALBOX }: CliInput): ExitCode {
  const related = commands.filter(({ name }) => name.split(" ")[0] === args[0]);
  console.error(
    `signalbox: there is no command "${args.slice(0, related.length > 0 ? 2 : 1).join(" ")}"\n\n`,
  );
  console.error(renderOverview(related.length > 0 ? related : commands, program));
  return 2;
}

export async function runCli(input: CliInput): Promise<ExitCode> {
  const { args, commands, console, env } = input;
  if (args.length === 0 || args[0] === "--help" || args[0] === "-h") return showHelp(input, []);
  if (args[0] === "--version" || args[0] === "-v") {
    console.out(`${VERSION}\n`);
    return 0;
  }
  if (args[0] === "help") return showHelp(input, args.slice(1));
  const [group = "", asked = ""] = args;
  const isGroup = commands.some(({ name }) => name.startsWith(`${group} `));
  if (isGroup && (asked === "--help" || asked === "-h")) return showHelp(input, [group]);
  const command = findCommand(commands, args);
  if (command === undefined) return unknownCommand(input);
  try {
    const rest = args.slice(command.name.split(" ").length);
    const invocation = parseInvocation({ command, args: rest, env, console });
    if (invocation.wantsSettings) {
      console.out(renderSettings());
      return 0;
    }
    return invocation.wantsHelp ? showHelp(input, command.name.split(" ")) : await command.run(invocation);
  } catch (fault) {
    return showFault(console, fault, args.includes("--json"));
  }
}
