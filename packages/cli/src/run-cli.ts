// Finds the command, runs it, and turns whatever it throws into a message and an exit code. Parses nothing at import.

import { describeFieldError, SignalboxError, VERSION, listSettings } from "@signalbox/contracts";
import type { Command, Console, ExitCode, Program, Invocation } from "./command.ts";
import { alignColumns } from "./output/text.ts";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { loadConfig } from "@signalbox/server";

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

function optionsOf(command: Command): ParseArgsOptionsConfig {
  const own = Object.entries(command.options).map(([name, { type, short, isMultiple }]) => [
    name,
    { type, multiple: isMultiple === true, ...(short === undefined ? {} : { short }) },
  ]);
  const settings = command.takesConfiguration
    ? [["config", { type: "string" }], ...listSettings().map(({ flag }) => [flag, { type: "string" }])]
    : [];
  return Object.fromEntries([
    ...settings,
    ...own,
    ["help", { type: "boolean", short: "h" }],
    ["help-settings", { type: "boolean" }],
  ]) as ParseArgsOptionsConfig;
}

function parse(command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options: optionsOf(command), allowPositionals: true, strict: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split(". ")[0] : "The arguments cannot be read";
    throw new SignalboxError("bad_request", `${message}. See \`signalbox help ${command.name}\`.`, { cause });
  }
}

function configFlags(values: Values): Record<string, string | undefined> {
  return Object.fromEntries(
    listSettings().map(({ flag }) => {
      const value = values[flag];
      return [flag, typeof value === "string" ? value : undefined];
    }),
  );
}

interface ParseInput {
  readonly command: Command;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly console: Console;
}

/** @throws SignalboxError bad_request for arguments that the command does not know */
function parseInvocation({
  command,
  args,
  env,
  console,
}: ParseInput): Invocation & { readonly wantsHelp: boolean; readonly wantsSettings: boolean } {
  const { values, positionals } = parse(command, args);
  const isStated = command.takesConfiguration && typeof values["config"] === "string";
  const file = isStated ? String(values["config"]) : env["SIGNALBOX_CONFIG"];
  return {
    positionals,
    wantsHelp: values["help"] === true,
    wantsSettings: values["help-settings"] === true,
    text: (name) => {
      const value = values[name];
      return typeof value === "string" ? value : undefined;
    },
    texts: (name) => [values[name] ?? []].flat().filter((value) => typeof value === "string"),
    isOn: (name) => values[name] === true,
    console,
    key: () => env["SIGNALBOX_API_KEY"] || undefined,
    variables: env,
    serverUrl: () => env["SIGNALBOX_URL"] || undefined,
    config: () => loadConfig({ file: file === "" ? undefined : file, env, flags: configFlags(values) }),
  };
}

/** Each group under its title, in columns that all groups share. */
function renderOverview(commands: readonly Command[], { name: program, purpose }: Program): string {
  const rows: string[][] = [];
  for (const [title, own] of Map.groupBy(commands, ({ group = "Commands" }) => group)) {
    if (rows.length > 0) rows.push([""]);
    rows.push([title]);
    for (const { name, summary } of own) rows.push([`  ${name}`, summary]);
  }
  return `${purpose}

Usage: ${program} COMMAND [ARGUMENTS] [--json]

${alignColumns(rows)}
\`${program} help COMMAND\` tells more about each, with examples; \`${program} --version\` the version.
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration.
`;
}

function optionRows(command: Command): string[][] {
  return Object.entries(command.options).map(([name, option]) => {
    const short = option.short === undefined ? "" : `-${option.short}, `;
    const value = option.type === "string" ? ` ${option.value ?? "TEXT"}` : "";
    return [`  ${short}--${name}${value}`, option.description];
  });
}

function settingRows(): string[][] {
  return listSettings().map(({ flag, env, description, default: fallback }) => [
    `  --${flag} (${env})`,
    `${description}${fallback === "" ? "" : ` Default ${String(fallback)}.`}`,
  ]);
}

function renderSettings(): string {
  return `Settings, as a flag, an environment variable, or in the JSON file given by --config\n${alignColumns(settingRows())}`;
}

/** Everything about one command but the settings of the service, which would bury it. */
function renderHelp(command: Command, { name: program }: Program): string {
  const options = optionRows(command);
  const parts = [
    `${command.summary}\n\nUsage: ${program} ${command.usage}\n`,
    command.details.map((paragraph) => `${paragraph}\n`).join("\n"),
    options.length === 0 ? "" : `Options\n${alignColumns(options)}`,
    `Examples\n${command.examples.map((example) => `  ${example}\n`).join("")}`,
    command.takesConfiguration
      ? `It takes the settings of the service too: \`${program} ${command.name} --help-settings\` lists them.\n`
      : "",
  ];
  return parts.filter((part) => part !== "").join("\n");
}

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
