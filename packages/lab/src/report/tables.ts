// Tables of a report: one a section, one over all.
import { meanOf } from "@signalbox/engine/numerics";
import type { EvaluationResult } from "../protocols/evaluate.ts";
import type { FigureResult, MethodResult, SectionResult } from "../protocols/index.ts";
import { getFigure } from "../protocols/index.ts";
import { formatSigned, escapeHtml, formatFigure } from "./format.ts";
import { valueAt } from "../arrays/value-at.ts";

// One row a method over all sections: plain means, and the mean lead with its interval.
export interface OverallRow {
  readonly name: string;
  readonly title: string;
  readonly isOurs: boolean;
  readonly figures: Readonly<Record<string, number>>;
  /** Our mean figure minus this method's; sections are independent, so their variances add. */
  readonly lead: Readonly<Record<string, FigureResult>>;
}

/** Half the width of a 95 % interval in standard deviations. */
const Z = 1.96;

function meanOfFinite(values: readonly number[]): number {
  return meanOf(values.filter((value) => Number.isFinite(value)));
}

/** The mean of independent leads; their variances add. */
export function meanLead(leads: readonly FigureResult[]): FigureResult {
  const known = leads.filter(({ value, low, high }) =>
    [value, low, high].every((part) => Number.isFinite(part)),
  );
  // A single section keeps its own percentile interval.
  const [only] = known;
  if (only !== undefined && known.length === 1) return only;
  const value = meanOfFinite(known.map((lead) => lead.value));
  const variance = known.reduce((sum, { low, high }) => sum + ((high - low) / (2 * Z)) ** 2, 0);
  const half = (Z * Math.sqrt(variance)) / known.length;
  return { value, low: value - half, high: value + half };
}

export function listFigureNames(result: EvaluationResult): readonly string[] {
  return Object.keys(result.sections[0]?.methods[0]?.figures ?? {});
}

export function summariseOverall(result: EvaluationResult): readonly OverallRow[] {
  const names = listFigureNames(result);
  return (result.sections[0]?.methods ?? []).map((method) => {
    const same = result.sections.flatMap((section) =>
      section.methods.filter((other) => other.name === method.name),
    );
    const collect = <T>(
      read: (one: MethodResult, name: string) => T | undefined,
      join: (values: T[]) => unknown,
    ) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          join(same.map((one) => read(one, name)).filter((value) => value !== undefined)),
        ]),
      );
    return {
      name: method.name,
      title: method.title,
      isOurs: method.isOurs,
      figures: collect((one, name) => one.figures[name]?.value, meanOfFinite) as Record<string, number>,
      lead: collect((one, name) => one.lead[name], meanLead) as Record<string, FigureResult>,
    };
  });
}

// Ahead, behind or a tie: by whether the 95 % interval of the paired difference excludes zero.
type Verdict = "ahead" | "behind" | "tie" | "unknown";

export function judgeLead(lead: FigureResult | undefined, figureName: string): Verdict {
  if (lead === undefined || !Number.isFinite(lead.low) || !Number.isFinite(lead.high)) return "unknown";
  const isHigherBetter = getFigure(figureName).better === "higher";
  if (lead.low > 0) return isHigherBetter ? "ahead" : "behind";
  if (lead.high < 0) return isHigherBetter ? "behind" : "ahead";
  return "tie";
}

/** The verdict, the lead and its interval in the figure's unit; empty where no lead is known. */
export function describeLead(lead: FigureResult | undefined, figureName: string): string {
  const verdict = judgeLead(lead, figureName);
  if (lead === undefined || verdict === "unknown") return "";
  const { unit } = getFigure(figureName);
  const interval = `${formatSigned(lead.low, unit)} … ${formatSigned(lead.high, unit)}`;
  return `${verdict}, ${formatSigned(lead.value, unit)} (${interval})`;
}

// All protocols at a glance: our lead over every method in the main figure of each, and the mean of those leads.

/** RouterDC counts once, by its stricter table; keeping picks and unseen models are no contests between these methods. */
const LEFT_OUT = new Set(["routerdc-published", "paraphrase"]);

interface Contest {
  readonly protocol: string;
  readonly headline: string;
  readonly rows: readonly OverallRow[];
}

function leadOf({ rows }: Contest, method: string, figure: string): FigureResult | undefined {
  return rows.find(({ name }) => name === method)?.lead[figure];
}

function describeMean(leads: readonly (FigureResult | undefined)[]): string {
  // The lead; of AUC as of every share here, more is better and three digits are shown.
  return describeLead(meanLead(leads.filter((lead) => lead !== undefined)), "auc") || "–";
}

function rowOf(contests: readonly Contest[], method: string, title: string): string[] {
  const leads = contests.map((contest) => leadOf(contest, method, contest.headline));
  const cells = leads.map((lead, i) =>
    lead === undefined || !Number.isFinite(lead.value)
      ? "–"
      : `${formatSigned(lead.value, "number")} ${judgeLead(lead, valueAt(contests, i).headline)}`,
  );
  const inOrder = contests.map((contest) => leadOf(contest, method, "auc"));
  return [title, ...cells, describeMean(leads), describeMean(inOrder)];
}

/** Empty with fewer than two contests. */
export function renderAcross(results: readonly EvaluationResult[]): readonly string[] {
  const contests = results
    .filter(({ protocol, headline }) => !LEFT_OUT.has(protocol) && getFigure(headline).better === "higher")
    .map((result) => ({
      protocol: result.protocol,
      headline: result.headline,
      rows: summariseOverall(result),
    }));
  if (contests.length < 2) return [];
  const head = [
    "against",
    ...contests.map(({ protocol, headline }) => `${protocol}: ${getFigure(headline).title}`),
    "mean of the leads",
    "mean lead in AUC",
  ];
  const body = (contests[0]?.rows ?? [])
    .filter(({ isOurs }) => !isOurs)
    .map(({ name, title }) => rowOf(contests, name, title));
  return [
    "## All protocols at a glance",
    "Our lead in the main figure of each protocol (cost saved, APGR, accuracy, AIQ, AUC: all shares of one), and the plain mean of these leads. Intervals of the means take protocols as independent. Some judge the same prompts (zelling_cascades in three, routerdc, routerbench, kor_bench and livecodebench in two), so true intervals are somewhat wider.",
    [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n"),
  ];
}

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
