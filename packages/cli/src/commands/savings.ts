import {
  createEngineHolder,
  estimateSavings,
  loadConfiguredCatalog,
  type SavingsReport,
} from "@signalbox/server";
import { SignalboxError } from "@signalbox/contracts";
import { JSON_OPTION, type Command, type Invocation, namesIn } from "../command.ts";
import { alignColumns, dollars } from "../output/text.ts";

type Interval = SavingsReport["rows"][number]["saved"];

const PICKS_SHOWN = 3;

function readFile(invocation: Invocation): string {
  const [file] = invocation.positionals;
  if (file === undefined)
    throw new SignalboxError("bad_request", "Which file? Give prompts, one a line, or an exported log.");
  return file;
}

const range = ({ mean, low, high }: Interval, scale: number, digits: number): string => {
  const shown = (value: number): string => (value * scale).toFixed(digits).replace(/^-(0(?:\.0+)?)$/, "$1");
  return `${shown(mean)} (${shown(low)} to ${shown(high)})`;
};

function picksOf(picks: Readonly<Record<string, number>>, requests: number): string {
  const all = Object.entries(picks);
  const shown = all
    .slice(0, PICKS_SHOWN)
    .map(([label, count]) => `${label} ${Math.round((100 * count) / requests)} %`);
  return [...shown, ...(all.length > PICKS_SHOWN ? [`${all.length - PICKS_SHOWN} more`] : [])].join(", ");
}

function renderSavings({ requests, leftOut, candidates, rows }: SavingsReport): string {
  const heads = ["WAY", "USD PER 1,000", "SAVED %", "POINTS", "MODELS"];
  const cells = rows.map(({ name, usd, saved, points, picks }, at) => [
    name,
    dollars(usd),
    at === 0 ? "" : range(saved, 100, 0),
    at === 0 ? "" : range(points, 1, 1),
    picksOf(picks, requests),
  ]);
  return [
    `${requests} requests among ${candidates.length} models${leftOut === 0 ? "" : `; ${leftOut} left out`}.\n\n`,
    alignColumns([heads, ...cells], { right: [1, 2, 3] }),
    "\nDollars and success are expected, not observed; points are against the first row, 95 % intervals over the requests.\n",
  ].join("");
}

export const savings: Command = {
  name: "savings",
  usage: "savings FILE [--models LIST] [--now MODEL]",
  summary: "Estimate cost and success of your own requests at every step of the dial.",
  details: [
    "FILE has one prompt per line, or is a log in a format that `prove` reads. Compares up to 2,000 requests.",
    "The first row is the baseline: --now, else the first of --models, else the most frequent model of the log.",
    "Calls no model, stores nothing, sends nothing.",
  ],
  options: {
    models: {
      type: "string",
      value: "LIST",
      description: "Candidates, comma-separated. Default: the models of the log.",
    },
    now: { type: "string", value: "MODEL", description: "The model that you call now." },
    json: JSON_OPTION,
  },
  takesConfiguration: true,
  examples: [
    "signalbox savings prompts.txt --now claude-opus-4.8 --models gpt-6.1-terra,gpt-6-luna,claude-haiku-5.5",
    "signalbox savings litellm.jsonl --json",
  ],
  run: async (invocation) => {
    const [path, models, now] = [
      readFile(invocation),
      namesIn(invocation.text("models") ?? ""),
      invocation.text("now"),
    ];
    const config = invocation.config();
    const catalog = await loadConfiguredCatalog(config);
    const engine = await createEngineHolder(config, catalog);
    const report = await estimateSavings({ path, models, now, engine: engine.current, catalog });
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(report, null, 2)}\n` : renderSavings(report),
    );
    return 0;
  },
};
