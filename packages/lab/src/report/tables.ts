// Tables of a report: one a section, one over all.
import type { EvaluationResult } from "../protocols/evaluate.ts";
import { getFigure } from "../protocols/index.ts";
import type { FigureResult, MethodResult, SectionResult } from "../protocols/index.ts";
import { escapeHtml, formatFigure, formatSigned } from "./format.ts";
import { listFigureNames, summariseOverall } from "./overall.ts";
import { judgeLead } from "./verdict.ts";

function findBest(
  methods: readonly { figures: Readonly<Record<string, FigureResult | number>> }[],
  name: string,
): number {
  const values = methods
    .map(({ figures }) => figures[name])
    .map((figure) => (typeof figure === "number" ? figure : (figure?.value ?? Number.NaN)))
    .filter((value) => Number.isFinite(value));
  return getFigure(name).better === "higher" ? Math.max(...values) : Math.min(...values);
}

function renderHead(names: readonly string[]): string {
  const cells = names.map((name) => {
    const { title, meaning, better } = getFigure(name);
    return `<th scope="col" title="${escapeHtml(meaning)}">${escapeHtml(title)} <span class="arrow">${better === "higher" ? "↑" : "↓"}</span></th>`;
  });
  return `<thead><tr><th scope="col">Method</th>${cells.join("")}<th scope="col">Our lead</th></tr></thead>`;
}

function renderLead(lead: FigureResult | undefined, headline: string): string {
  const verdict = judgeLead(lead, headline);
  if (lead === undefined || verdict === "unknown") return "<td></td>";
  const { unit } = getFigure(headline);
  const interval = `${formatSigned(lead.low, unit)} … ${formatSigned(lead.high, unit)}`;
  return `<td class="lead"><b class="${verdict}">${verdict}</b> ${formatSigned(lead.value, unit)}<small>${interval}</small></td>`;
}

function renderFigure(figure: FigureResult | undefined, name: string, best: number): string {
  if (figure === undefined) return "<td>–</td>";
  const { unit } = getFigure(name);
  const interval = Number.isFinite(figure.low)
    ? `<small>${formatFigure(figure.low, unit)} … ${formatFigure(figure.high, unit)}</small>`
    : "";
  return `<td${figure.value === best ? ' class="best"' : ""}>${formatFigure(figure.value, unit)}${interval}</td>`;
}

function renderRow(
  method: MethodResult,
  names: readonly string[],
  best: Readonly<Record<string, number>>,
): string {
  const cells = names.map((name) => renderFigure(method.figures[name], name, best[name] ?? Number.NaN));
  return `<tr${method.isOurs ? ' class="ours"' : ""}><th scope="row">${escapeHtml(method.title)}</th>${cells.join("")}${renderLead(method.lead[names[0] ?? ""], names[0] ?? "")}</tr>`;
}

export function renderSectionTable(section: SectionResult): string {
  const names = Object.keys(section.methods[0]?.figures ?? {});
  const best = Object.fromEntries(names.map((name) => [name, findBest(section.methods, name)]));
  const rows = section.methods.map((method) => renderRow(method, names, best));
  return `<div class="scroll"><table>${renderHead(names)}<tbody>${rows.join("")}</tbody></table></div>`;
}

export function renderOverallTable(result: EvaluationResult): string {
  const names = listFigureNames(result);
  const rows = summariseOverall(result);
  const body = rows.map((row) => {
    const cells = names.map((name) => {
      const value = row.figures[name] ?? Number.NaN;
      return `<td${value === findBest(rows, name) ? ' class="best"' : ""}>${formatFigure(value, getFigure(name).unit)}</td>`;
    });
    return `<tr${row.isOurs ? ' class="ours"' : ""}><th scope="row">${escapeHtml(row.title)}</th>${cells.join("")}${renderLead(row.lead[result.headline], result.headline)}</tr>`;
  });
  return `<div class="scroll"><table>${renderHead(names)}<tbody>${body.join("")}</tbody></table></div>`;
}
