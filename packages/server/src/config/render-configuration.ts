import { listSettings, type SettingDefinition } from "@signalbox/contracts";

function rangeOf(setting: SettingDefinition): string {
  if (setting.choices.length > 0) return setting.choices.map((choice) => `\`${choice}\``).join(", ");
  if (setting.minimum === undefined) return setting.kind === "boolean" ? "`true`, `false`" : "text";
  return `${setting.minimum} to ${setting.maximum ?? "any"}`;
}

function row(setting: SettingDefinition): string {
  const fallback = setting.default === "" ? "not set" : `\`${String(setting.default)}\``;
  const secret = setting.isSecret === true ? " Secret." : "";
  return `| \`${setting.path}\` | \`${setting.env}\` | ${fallback} | ${rangeOf(setting)} | ${setting.description}${secret} |`;
}

const HEAD = `# Configuration

This page is generated from the configuration schema (\`npm run generate\`).

A setting is a flag of \`signalbox serve\`, an environment variable, or a member of a JSON file (\`--config FILE\`, or
\`SIGNALBOX_CONFIG\`). The flag is the variable in lower case with dashes, without \`SIGNALBOX_\`: \`SIGNALBOX_DATA_DIR\`
is \`--data-dir\`. A flag beats the environment, the environment beats the file, the file beats the default. The service
reads its configuration once, at the start, and reports all faults together, misspelt names included. It never shows a
secret in logs or faults.

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
      `## ${name}\n\n| file | environment | default | values | meaning |\n|---|---|---|---|---|\n${settings.map(row).join("\n")}\n`,
  );
  return `${HEAD}\n${sections.join("\n")}`;
}
