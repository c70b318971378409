import { listSettings } from "@signalbox/contracts";

import type { Command, Program } from "./command.ts";
import { alignColumns } from "./output/text.ts";

/** Each group under its title, in columns that all groups share. */
export function renderOverview(commands: readonly Command[], { name: program, purpose }: Program): string {
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

export function renderSettings(): string {
  return `Settings, as a flag, an environment variable, or in the JSON file given by --config\n${alignColumns(settingRows())}`;
}

/** Everything about one command but the settings of the service, which would bury it. */
export function renderHelp(command: Command, { name: program }: Program): string {
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
