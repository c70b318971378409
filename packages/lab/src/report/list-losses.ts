// "Where routing loses", in plain words: every place where ours is not ahead, read off the intervals.
import type { EvaluationResult } from "../protocols/evaluate.ts";
import { getFigure } from "../protocols/index.ts";
import type { MethodResult, SectionResult } from "../protocols/index.ts";
import { formatFigure, formatSigned } from "./format.ts";
import { judgeLead } from "./tables.ts";

const CALIBRATION_LIMIT = 0.03;

function join(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function describeRivals(section: SectionResult, headline: string): readonly string[] {
  const title = getFigure(headline).title;
  const unit = getFigure(headline).unit;
  const rivals = section.methods.filter((method) => !method.isOurs && method.name !== "untrained");
  const behind = rivals.filter((method) => judgeLead(method.lead[headline], headline) === "behind");
  const ties = rivals.filter((method) => judgeLead(method.lead[headline], headline) === "tie");
  const lines = behind.map(
    (method) =>
      `${section.name}: ${method.title} is better on ${title} (difference ${formatSigned(method.lead[headline]?.value ?? null, unit)}).`,
  );
  if (ties.length > 0)
    lines.push(
      `${section.name}: on ${title} no difference can be shown from ${join(ties.map((method) => method.title))}: the ${section.promptCount} judged prompts do not tell them apart.`,
    );
  return lines;
}

function describePlain(section: SectionResult, ours: MethodResult): readonly string[] {
  const own = ours.figures["accuracy"]?.value;
  const best = section.methods.find((method) => method.name === "best-single")?.figures["accuracy"]?.value;
  if (own === undefined || best === undefined || own > best) return [];
  return [
    `${section.name}: with cost left out, always calling the best single model is as accurate (${formatFigure(best, "share")}) as routing (${formatFigure(own, "share")}); the gain lies in cost alone.`,
  ];
}

function describeOrder(section: SectionResult, ours: MethodResult): readonly string[] {
  const auc = ours.figures["auc"]?.value;
  if (auc === undefined || !(auc < 0.65)) return [];
  return [
    `${section.name}: AUC ${formatFigure(auc, "number")} – whether one model solves a prompt can hardly be predicted from its text here.`,
  ];
}

function describeCalibration(section: SectionResult, ours: MethodResult): readonly string[] {
  const ece = ours.figures["ece"]?.value;
  if (ece === undefined || !(ece > CALIBRATION_LIMIT)) return [];
  return [
    `${section.name}: predicted success is off by ${formatFigure(ece, "share")} on average; read its probabilities with care.`,
  ];
}

/** Empty only when ours is ahead of every method everywhere. */
export function listLosses(result: EvaluationResult): readonly string[] {
  return result.sections.flatMap((section) => {
    const ours = section.methods.find((method) => method.isOurs);
    if (ours === undefined) return [];
    return [
      ...describeRivals(section, result.headline),
      ...describePlain(section, ours),
      ...describeOrder(section, ours),
      ...describeCalibration(section, ours),
    ];
  });
}
