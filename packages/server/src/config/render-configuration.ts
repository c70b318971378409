import { listSettings, type SettingDefinition } from "@signalbox/contracts";

function rangeOf(setting: SettingDefinition): string {
  if (setting.choices.length > 0) return setting.choices.map((choice) => `\`${choice}\``).join(", ");
  if (setting.minimum === undefined) return setting.kind === "boolean" ? "`true`, `false`" : "text";
  return `${setting.minimum} to ${setting.maximum ?? "any"}`;
}

function row(setting: SettingDefinition): string {
  const fallback = setting.default === "" ? "not set" : `\`${String(setting.default)}\``;
  const secret = setting.isSecret === true ? " Secret: never shown in logs or faults." : "";
  return `| \`${setting.path}\` | \`${setting.env}\` | \`--${setting.flag}\` | ${fallback} | ${rangeOf(setting)} | ${setting.description}${secret} |`;
}

const HEAD = `# Configuration

This page is generated from the configuration schema (\`npm run generate\`).

A setting may be given as a flag of \`signalbox serve\`, as an environment variable, or in a JSON file
(\`--config FILE\`, or \`SIGNALBOX_CONFIG\`). A flag beats the environment, the environment beats the file, the file
beats the default. All faults are reported together, each with its origin; a misspelt name in the file is a fault too.
The configuration is read once, at the start.

\`\`\`json
{ "server": { "host": "0.0.0.0", "port": 8787 }, "retention": { "decisionsDays": 30 } }
\`\`\`
`;

/** docs/configuration.md, generated from the schema. */
export function renderConfiguration(): string {
  const groups = Map.groupBy(listSettings(), (setting) => setting.path.split(".")[0] ?? "");
  const sections = Array.from(
    groups,
    ([name, settings]) =>
      `## ${name}\n\n| file | environment | flag | default | values | meaning |\n|---|---|---|---|---|---|\n${settings.map(row).join("\n")}\n`,
  );
  return `${HEAD}\n${sections.join("\n")}`;
}
