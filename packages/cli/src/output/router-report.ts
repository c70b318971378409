import type { CustomRouter, CustomRouterReport } from "@signalbox/contracts";

import { alignColumns, dollars, percent } from "./text.ts";

const CHECKS_SHOWN = 20;

function stateOf(router: CustomRouter): string {
  const { needs_training: needsTraining, kept_rows: keptRows, is_active: isActive, status } = router;
  if (needsTraining)
    return keptRows > 0 ? "passed over: retrain it" : "passed over: upload its evaluations again";
  return isActive ? "switched on" : status;
}

export function renderRouters(routers: readonly CustomRouter[]): string {
  if (routers.length === 0)
    return "No custom routers. Train one with `signalbox custom-router train FILE`.\n";
  const rows = routers.map((router) => [
    router.id,
    stateOf(router),
    String(router.rows),
    router.preference_id ?? "no preference",
    router.name,
  ]);
  return alignColumns([["ID", "STATUS", "ROWS", "PREFERENCE", "NAME"], ...rows], { right: [2] });
}

export function renderReport(report: CustomRouterReport): string {
  const { router, shipped, baselines, notes } = report;
  const points = [router, ...(shipped === null ? [] : [shipped]), ...baselines];
  const rows = points.map(({ name, score_mean: score, low, high, usd_mean: usd }) => [
    name,
    percent(score),
    low === null ? "" : `${percent(low)} to ${percent(high)}`,
    dollars(usd),
  ]);
  return [
    `Trained on ${report.rows_train} rows, judged on ${report.rows_held_out} held-out rows.\n\n`,
    alignColumns([["ROUTER", "SCORE", "95 %", "USD A CALL"], ...rows], { right: [1, 3] }),
    notes.length === 0 ? "" : `\n${notes.map((note) => `- ${note}\n`).join("")}`,
  ].join("");
}

/** The findings of the file's checks, with lines. */
export function renderChecks({ checks }: CustomRouter): string {
  const shown = checks.slice(0, CHECKS_SHOWN).map(({ level, line, column, message, fix }) => {
    const place = [line === null ? [] : [`line ${line}`], column === null ? [] : [column]].flat().join(", ");
    return `${level}${place === "" ? "" : ` (${place})`}: ${message} ${fix}\n`;
  });
  return shown.join("");
}
