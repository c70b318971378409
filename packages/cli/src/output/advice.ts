// Advice on a roster as text for a terminal.
import type { Advice } from "@signalbox/contracts";

import { alignColumns, dollars, percent } from "./text.ts";

const SOURCES = {
  traffic: "decisions of this account",
  log: "requests of the log",
  typical: "typical requests that ship with Signalbox",
} as const;

const OBJECTIVES: Readonly<Record<string, string>> = {
  quality: "for quality",
  cost: "for low cost",
  latency: "for speed",
  dial: "by the dial",
  weights: "by the weights of the preference",
  mixed: "each by its own objective",
};

/** Behind its sum, where there is one. */
const billOf = (usd: number | null): string =>
  usd === null ? "dollars unknown, since a price is unknown" : `$${dollars(usd)} per 1,000 requests`;

function renderHead(advice: Advice): string {
  const { source, requests, skipped, objective, success, usd_per_1000: usd, notes } = advice;
  const left = skipped === 0 ? "" : ` (${skipped} more could not be decided again)`;
  return (
    `Judged on ${requests} ${SOURCES[source]}${left}, decided again ${OBJECTIVES[objective] ?? objective}.\n` +
    `Expected success ${percent(success)}; ${billOf(usd)}.\n` +
    `${notes.map((note) => `${note}\n`).join("")}\n`
  );
}

function renderModels({ models }: Advice): string {
  const heads = ["MODEL", "PICKED", "OFFERED", "SUCCESS", "$/1,000", "SECONDS", ""];
  const rows = models.map(({ label, mode, pick_share: picked, offered_share: offered, ...model }) => [
    mode === null ? label : `${label} (${mode})`,
    percent(picked),
    percent(offered),
    percent(model.success),
    dollars(model.usd_per_1000),
    model.seconds === null ? "unknown" : model.seconds.toFixed(1),
    model.dominated === null ? (picked === 0 ? "never picked" : "") : `dominated by ${model.dominated.by}`,
  ]);
  return alignColumns([heads, ...rows], { right: [1, 2, 3, 4, 5] });
}

function renderDominated({ models }: Advice): string {
  const reasons = models.flatMap(({ label, dominated }) =>
    dominated === null ? [] : [`- ${label}: ${dominated.reason}\n`],
  );
  return reasons.length === 0
    ? "\nNo model here makes another one needless.\n"
    : `\nNot worth offering for these requests:\n${reasons.join("")}`;
}

function renderMissing({ missing }: Advice): string {
  if (missing.length === 0) return "\nNo other model of the catalogue would be picked.\n";
  const lines = missing.map(
    ({ model, rests_on: ground, reason }) => `- ${model}: ${reason}\n  Ability: ${ground}.\n`,
  );
  return `\nWorth adding, each alone:\n${lines.join("")}`;
}

function renderChange({ change }: Advice): string {
  if (change === null) return "";
  const rows = change.picks.map(({ label, before, after }) => [label, percent(before), percent(after)]);
  const table = alignColumns([["MODEL", "BEFORE", "AFTER"], ...rows], { right: [1, 2] });
  return `\nThe change: ${change.reason}\n${table}`;
}

export function renderAdvice(advice: Advice): string {
  return [
    renderHead(advice),
    renderModels(advice),
    renderDominated(advice),
    renderChange(advice),
    renderMissing(advice),
  ].join("");
}
