// One call as a line of the terminal: `claude-opus-4.8 -> gpt-6-luna  title  $0.0003 (saved $0.011)`.
import { savedOf, tokensOf, type CallEntry } from "./call-log.ts";
import type { LimitShare } from "./plan-limits.ts";

/** Two figures are enough below a cent. */
export function dollars(usd: number): string {
  const size = Math.abs(usd);
  const digits = size === 0 || size >= 1 ? 2 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(size))));
  return `$${size.toFixed(digits)}`;
}

function savedWords(entry: CallEntry): string {
  const saved = savedOf(entry);
  if (saved === undefined) return "saving unknown";
  return saved < 0 ? `${dollars(saved)} more` : `saved ${dollars(saved)}`;
}

const COUNT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** "12K tokens of the plan (5h 23 % used, 7d 41 % used)" */
export function planWords(plan: readonly LimitShare[], tokens: number): string {
  const limits = plan.map(({ window, used }) => `${window} ${Math.round(used * 100)} % used`);
  const shares = limits.length === 0 ? "" : ` (${limits.join(", ")})`;
  return `${COUNT.format(tokens)} tokens of the plan${shares}`;
}

const nameOf = (label: string): string => label.slice(label.lastIndexOf("/") + 1);

/** Names come from clients and upstreams: a terminal must not be steered by them. */
const printable = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?").slice(0, 200);

export function callLine(entry: CallEntry): string {
  const from = entry.baseline ?? entry.named;
  const bill =
    entry.plan !== undefined
      ? planWords(entry.plan, tokensOf(entry.usage))
      : entry.usd === undefined
        ? "price unknown"
        : `${dollars(entry.usd)} (${savedWords(entry)})`;
  const notes = [
    entry.kind === "own_model" ? `not routed: ${entry.reason ?? "no decision"}` : entry.reason,
    ...entry.failedOver.map((label) => `${nameOf(label)} failed`),
    entry.isMarked ? "cache marked" : undefined,
    entry.isCut ? "cut off" : undefined,
    entry.status >= 400 ? `status ${entry.status}` : undefined,
  ].filter((note) => note !== undefined);
  const names = `${nameOf(from)} -> ${nameOf(entry.label)}`;
  return printable([names, entry.role.replace("_", "-"), bill, ...notes].join("  "));
}
