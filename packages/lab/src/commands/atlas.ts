// Shows the task atlas: the requests that taught the service to read what is asked, with their two labels.
import { JSON_OPTION, alignColumns } from "@signalbox/cli/program";
import type { Command, Invocation } from "@signalbox/cli/program";
import { SignalboxError } from "@signalbox/contracts";

import { measureAgreement } from "../atlas/agreement.ts";
import { loadAtlas } from "../atlas/atlas.ts";

type Entry = ReturnType<typeof loadAtlas>["entries"][number];

const LISTED_MAX = 40;
const LINE_UNITS = 70;

function firstLine({ messages }: Entry): string {
  const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const line = asked.replaceAll(/\s+/g, " ").trim();
  return line.length > LINE_UNITS ? `${line.slice(0, LINE_UNITS)}…` : line;
}

type Labelled = Pick<Entry, "author" | "language" | "isHeldOut">;

function matches(invocation: Invocation, { author, language, isHeldOut }: Labelled): boolean {
  const fits = (option: string, value: string): boolean => {
    const wanted = invocation.text(option);
    return wanted === undefined || wanted === value;
  };
  return (
    fits("language", language) &&
    fits("operation", author.op) &&
    fits("field", author.field) &&
    fits("tier", String(author.tier)) &&
    (!invocation.isOn("held-out") || isHeldOut)
  );
}

/** A name that no request has would leave an empty list, which looks like an answer. */
function refuseUnknown(invocation: Invocation, entries: readonly Labelled[]): void {
  const known = {
    language: entries.map(({ language }) => language),
    operation: entries.map(({ author }) => author.op),
    field: entries.map(({ author }) => author.field),
    tier: entries.map(({ author }) => String(author.tier)),
  };
  for (const [option, values] of Object.entries(known)) {
    const wanted = invocation.text(option);
    if (wanted === undefined || (values as readonly string[]).includes(wanted)) continue;
    const names = [...new Set<string>(values)].toSorted().join(", ");
    throw new SignalboxError("bad_request", `--${option} is one of ${names}, not "${wanted}".`);
  }
}

function labelRow(who: string, label: Entry["author"] | undefined): string[] {
  if (label === undefined) return [`  ${who}`, "no label"];
  const [low, high] = label.tokens;
  return [`  ${who}`, label.op, label.field, `tier ${label.tier}`, `${low}-${high} tokens`];
}

function renderEntry(entry: Entry): string {
  const turns = entry.messages.map(({ role, content }) => `[${role}]\n${content}\n`).join("\n");
  const labels = alignColumns([
    labelRow("author", entry.author),
    labelRow("second reader", entry.secondReader),
  ]);
  const held = entry.isHeldOut ? ", held out" : "";
  const tools = entry.tools.length === 0 ? "" : `Tools: ${entry.tools.join(", ")}\n`;
  return `${entry.id} (${entry.language}${held})\n${labels}${tools}\n${turns}`;
}

function renderList(entries: readonly Entry[]): string {
  const rows = entries
    .slice(0, LISTED_MAX)
    .map((entry) => [
      entry.id,
      entry.author.op,
      entry.author.field,
      `${entry.author.tier}`,
      firstLine(entry),
    ]);
  const rest = entries.length - rows.length;
  const more = rest > 0 ? `and ${rest} more; narrow them by --language, --operation, --field, --tier\n` : "";
  return `${alignColumns([["id", "operation", "field", "tier", "request"], ...rows])}${more}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

type Agreements = Readonly<Record<"requests" | "wordings", ReturnType<typeof measureAgreement>>>;

/** Agreement of the requests, and of the groups of wordings that the options leave. */
function measureBoth(invocation: Invocation, found: readonly Entry[]): Agreements {
  const groups = Map.groupBy(loadAtlas().wordings, ({ group }) => group);
  const wordings = [...groups.values()].flatMap(([first]) => {
    const [author, secondReader] = first?.labels ?? [];
    return first === undefined || author === undefined
      ? []
      : [{ language: first.language, author, secondReader, isHeldOut: false }];
  });
  return {
    requests: measureAgreement(found),
    wordings: measureAgreement(wordings.filter((each) => matches(invocation, each))),
  };
}

function renderAgreement(name: keyof Agreements, agreement: Agreements[keyof Agreements]): string {
  if (agreement === undefined) return `No ${name} have two labels.\n`;
  const { count, operation, field, tier, tokensOverlap } = agreement;
  return alignColumns([
    [name === "requests" ? "requests with two labels" : "groups of wordings with two labels", `${count}`, ""],
    ["operation", percent(operation.share), `kappa ${operation.kappa.toFixed(2)}`],
    ["field", percent(field.share), `kappa ${field.kappa.toFixed(2)}`],
    [
      "tier",
      percent(tier.share),
      `kappa ${tier.kappa.toFixed(2)}, within one tier ${percent(tier.withinOne)}`,
    ],
    ["ranges of tokens overlap", percent(tokensOverlap), ""],
  ]);
}

export const atlasShow: Command = {
  name: "atlas show",
  usage:
    "atlas show [ID] [--language CODE] [--operation NAME] [--field NAME] [--tier N] [--held-out] [--agreement]",
  summary: "Show the requests that taught the service to read what is asked.",
  details: [
    "With an ID, shows that request whole, with both labels. Without, lists what the options leave.",
    "The folder `atlas` holds the requests, the texts they carry, the labels, the lexicon and the guide.",
  ],
  options: {
    language: { type: "string", value: "CODE", description: "ISO 639-1 code, such as `de`." },
    operation: { type: "string", value: "NAME", description: "Such as `extract`." },
    field: { type: "string", value: "NAME", description: "Such as `medicine`." },
    tier: { type: "string", value: "N", description: "1 (small) to 5 (frontier with long thought)." },
    "held-out": { type: "boolean", description: "Only the fifth that is never trained on." },
    agreement: { type: "boolean", description: "How far the two readers agree, instead of a list." },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: [
    "npm run lab -- atlas show de-0042",
    "npm run lab -- atlas show --operation title --tier 1",
    "npm run lab -- atlas show --agreement",
  ],
  run: async (invocation) => {
    const { out } = invocation.console;
    const [id] = invocation.positionals;
    const { entries } = loadAtlas();
    refuseUnknown(invocation, entries);
    const found =
      id === undefined
        ? entries.filter((entry) => matches(invocation, entry))
        : entries.filter((entry) => entry.id === id);
    if (id !== undefined && found.length === 0)
      throw new SignalboxError(
        "bad_request",
        `The atlas has no request ${id}. \`npm run lab -- atlas show\` lists them.`,
      );
    const agreements = invocation.isOn("agreement") ? measureBoth(invocation, found) : undefined;
    if (invocation.isOn("json")) out(`${JSON.stringify(agreements ?? found)}\n`);
    else if (agreements !== undefined)
      out(
        `${renderAgreement("requests", agreements.requests)}\n${renderAgreement("wordings", agreements.wordings)}`,
      );
    else out(id === undefined ? renderList(found) : found.map(renderEntry).join("\n"));
    return 0;
  },
};
