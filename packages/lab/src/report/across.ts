// All protocols at a glance: our lead over every method in the main figure of each, and the mean of those leads.
import type { EvaluationResult } from "../evaluate/evaluate.ts";
import { getFigure } from "../protocols/index.ts";
import type { FigureResult } from "../protocols/index.ts";
import { formatSigned } from "./format.ts";
import { meanLead, summariseOverall } from "./overall.ts";
import type { OverallRow } from "./overall.ts";
import { judgeLead } from "./verdict.ts";

/** Of the means: every figure here is a share of one, the higher the better. */
const ANY_SHARE = "auc";

/** RouterDC counts once, by its stricter table; keeping picks and unseen models are no contests between these methods. */
const LEFT_OUT = new Set(["routerdc-published", "paraphrase", "unseen-model"]);

interface Contest {
  readonly protocol: string;
  readonly headline: string;
  readonly rows: readonly OverallRow[];
}

function leadsOf(contests: readonly Contest[], method: string, figure: string | undefined): FigureResult[] {
  return contests.flatMap(({ headline, rows }) => {
    const lead = rows.find(({ name }) => name === method)?.lead[figure ?? headline];
    return lead === undefined ? [] : [lead];
  });
}

function describe(lead: FigureResult): string {
  if (!Number.isFinite(lead.value)) return "–";
  const interval = `${formatSigned(lead.low, "number")} … ${formatSigned(lead.high, "number")}`;
  return `${judgeLead(lead, ANY_SHARE)}, ${formatSigned(lead.value, "number")} (${interval})`;
}

function rowOf(contests: readonly Contest[], method: string, title: string): string[] {
  const leads = leadsOf(contests, method, undefined);
  const cells = [title];
  for (const { headline, rows } of contests) {
    const lead = rows.find(({ name }) => name === method)?.lead[headline];
    cells.push(
      lead === undefined || !Number.isFinite(lead.value)
        ? "–"
        : `${formatSigned(lead.value, "number")} ${judgeLead(lead, headline)}`,
    );
  }
  cells.push(describe(meanLead(leads)), describe(meanLead(leadsOf(contests, method, "auc"))));
  return cells;
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
