import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

import { listSettings, SignalboxError } from "@signalbox/contracts";
import { loadConfig } from "@signalbox/server";

import type { Command, Console, Invocation } from "./command.ts";

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
export function parseInvocation({
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
