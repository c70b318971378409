import { SignalboxError, TRADEOFFS } from "@signalbox/contracts";
import {
  createEngineHolder,
  importLog,
  loadConfiguredCatalog,
  LOG_FORMATS,
  type ImportReport,
  type LogFormat,
} from "@signalbox/server";
import { JSON_OPTION, type Command, type Invocation, namesIn, readWord } from "../command.ts";
import { alignColumns, dollars, percent, createProgress } from "../output/text.ts";

const FAULTS_SHOWN = 10;

function readFormat(invocation: Invocation): LogFormat | undefined {
  const text = invocation.text("format") ?? "auto";
  const format = LOG_FORMATS.find((name) => name === text);
  if (format === undefined && text !== "auto")
    throw new SignalboxError("bad_request", `--format is one of auto, ${LOG_FORMATS.join(", ")}.`);
  return format;
}

function readFile(invocation: Invocation): string {
  const [file] = invocation.positionals;
  if (file === undefined) throw new SignalboxError("bad_request", "Which file? Give the exported log.");
  return file;
}

function renderReport(report: ImportReport): string {
  const { policies, picks, skipped, faults, notes, paid_from: paidFrom } = report;
  const rows = policies.map(({ name, model, usd, saved_share: saved, success_predicted: success }) => [
    name,
    dollars(usd),
    percent(saved),
    percent(success),
    model ?? "",
  ]);
  const table = alignColumns([["POLICY", "USD", "SAVED", "SUCCESS", "MODEL"], ...rows], { right: [1, 2, 3] });
  const left = Object.entries(skipped).map(([reason, count]) => `${count} left out: ${reason}\n`);
  const shown = faults.first
    .slice(0, FAULTS_SHOWN)
    .map(({ line, message }) => `  line ${line}: ${message}\n`);
  return [
    `${report.compared} of ${report.calls} calls compared (${report.format ?? "no format"}); ${report.changed} would have gone to another model.\n`,
    `Paid as logged for ${paidFrom.log}, from tokens at list prices for ${paidFrom.tokens}, unknown for ${paidFrom.unknown}.\n\n`,
    table,
    `\nPicks\n${alignColumns(
      Object.entries(picks).map(([label, count]) => [`  ${count}`, label]),
      { right: [0] },
    )}`,
    left.length === 0 ? "" : `\n${left.join("")}`,
    faults.count === 0 ? "" : `\n${faults.count} lines could not be read\n${shown.join("")}`,
    `\n${notes.map((note) => `- ${note}\n`).join("")}`,
  ].join("");
}

export const importCommand: Command = {
  name: "import",
  usage: "import FILE [--format NAME] [--models LIST] [--tradeoff cost|latency]",
  summary: "Compare a log of another system with the models that would have been picked, and their cost.",
  details: [
    "FILE is a log of LiteLLM, Langfuse, Helicone or OpenRouter, spans of OpenTelemetry or the AI SDK, a Claude Code session, or a table with model and prompt.",
    "Reads JSON lines, a JSON list, an API page or CSV, plain or gzip.",
    "Candidates default to the models of the log. Stores nothing.",
    "Also compares the cheapest and the best single model.",
  ],
  options: {
    format: {
      type: "string",
      value: "NAME",
      description: `auto, the default, or ${LOG_FORMATS.join(", ")}.`,
    },
    models: { type: "string", value: "LIST", description: "Candidates, comma-separated." },
    tradeoff: {
      type: "string",
      short: "t",
      value: "cost|latency",
      description: "Give up a little success for dollars or seconds.",
    },
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    "signalbox import litellm.jsonl --tradeoff cost",
    "signalbox import observations.jsonl.gz --format langfuse --models openai/gpt-6-luna,openai/gpt-6.2-sol --json",
  ],
  run: async (invocation) => {
    const [path, format, tradeoff] = [
      readFile(invocation),
      readFormat(invocation),
      readWord(invocation, "tradeoff", TRADEOFFS),
    ];
    const config = invocation.config();
    const catalog = await loadConfiguredCatalog(config);
    const engine = await createEngineHolder(config, catalog);
    const progress = createProgress(invocation.console);
    const models = namesIn(invocation.text("models") ?? "");
    try {
      const report = await importLog({
        path,
        format,
        models,
        tradeoff,
        engine: engine.current,
        catalog,
        onProgress: (share, stage) => {
          progress.report(share, stage);
        },
      });
      invocation.console.out(
        invocation.isOn("json") ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report),
      );
      return report.policies.length > 0 ? 0 : 1;
    } finally {
      progress.end();
    }
  },
};
