// All protocols at a glance: our lead over every method in the main figure of each, and the mean of those leads.
import type { EvaluationResult } from "../protocols/evaluate.ts";
import { getFigure } from "../protocols/index.ts";
import type { FigureResult } from "../protocols/index.ts";
import { formatSigned } from "./format.ts";
import { meanLead, summariseOverall } from "./overall.ts";
import type { OverallRow } from "./overall.ts";
import { describeLead, judgeLead } from "./verdict.ts";
import { valueAt } from "../arrays/value-at.ts";

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
  // Of AUC as of every share here, more is better and three digits are shown.
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
