// One evaluation as one HTML page that needs no network and no script.
import type { EvaluationResult } from "../protocols/evaluate.ts";
import { getFigure } from "../protocols/index.ts";
import type { SectionResult } from "../protocols/index.ts";
import { renderCurveChart, renderLeadChart, renderReliabilityChart, STYLES } from "./charts.ts";
import { escapeHtml, formatCount } from "./format.ts";
import { listLosses } from "./list-losses.ts";
import { listFigureNames, renderOverallTable, renderSectionTable } from "./tables.ts";

function renderMeta(result: EvaluationResult): string {
  const entries: [string, string][] = [
    ["Data", `${formatCount(result.promptCount)} prompts, ${formatCount(result.outcomeCount)} outcomes`],
    [
      "Data fingerprint",
      result.dataFingerprint
        .split("+")
        .map((part) => part.slice(0, 16))
        .join(" + "),
    ],
    ["Seeds", result.seeds.join(", ")],
    ["Intervals", `95 %, ${result.resamples} paired resamples of the prompts`],
    ["Vectors of the baselines", result.features],
    ["Artefact", result.artefacts.length === 0 ? "none" : result.artefacts.join(", ")],
    ["Machine", result.machine],
  ];
  if (result.overlapCount > 0)
    entries.push([
      "Left out of training",
      `${formatCount(result.overlapCount)} prompts that equal or nearly equal a judged one`,
    ]);
  const cells = entries.map(([name, text]) => `<div><dt>${name}</dt><dd>${escapeHtml(text)}</dd></div>`);
  return `<dl class="meta">${cells.join("")}</dl>`;
}

function renderLosses(result: EvaluationResult): string {
  const losses = listLosses(result);
  const items = losses.map((line) => `<li>${escapeHtml(line)}</li>`).join("");
  const text =
    losses.length === 0
      ? "<p>Nowhere in this run: every interval lies on our side.</p>"
      : `<ul class="losses">${items}</ul>`;
  return `<h2>Where routing loses</h2>${text}`;
}

function renderParameters(section: SectionResult): string {
  const items = section.methods
    .filter((method) => Object.keys(method.parameters).length > 0)
    .map((method) => {
      const text = Object.entries(method.parameters)
        .map(([name, value]) => `${name} ${value}`)
        .join(", ");
      return `<li>${escapeHtml(`${method.title}: ${text}`)}</li>`;
    });
  return items.length === 0
    ? ""
    : `<details><summary>Settings chosen on the dev rows</summary><ul>${items.join("")}</ul></details>`;
}

function renderSection(section: SectionResult, headline: string): string {
  const facts = [
    `${formatCount(section.trainCount)} prompts to learn from`,
    `${formatCount(section.promptCount)} judged`,
    `${section.modelCount} models`,
    ...section.facts,
  ];
  const charts = [renderCurveChart(section, headline), renderReliabilityChart(section)].filter(
    (chart) => chart !== "",
  );
  const pair = charts.length === 0 ? "" : `<div class="pair">${charts.join("")}</div>`;
  return `<section><h2>${escapeHtml(section.name)}</h2><p class="facts">${escapeHtml(facts.join(" · "))}</p>${pair}${renderSectionTable(section)}${renderParameters(section)}</section>`;
}

function renderGlossary(result: EvaluationResult): string {
  const entries = listFigureNames(result).map((name) => {
    const { title, meaning } = getFigure(name);
    return `<dt>${escapeHtml(title)}</dt><dd>${escapeHtml(meaning)}</dd>`;
  });
  return `<h2>How to read the figures</h2><dl class="glossary">${entries.join("")}</dl>`;
}

/** A self-contained page: inline styles and drawings, readable in light and dark, no network. */
export function renderReport(result: EvaluationResult): string {
  const overall = result.sections.length > 1 ? `<h2>Over all sections</h2>${renderOverallTable(result)}` : "";
  const sections = result.sections.map((section) => renderSection(section, result.headline)).join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(result.title)} – Signalbox evaluation</title><style>${STYLES}</style></head><body><main><h1>${escapeHtml(result.title)}</h1><p>${escapeHtml(result.description)}</p>${renderMeta(result)}${renderLeadChart(result)}${overall}${renderLosses(result)}${sections}${renderGlossary(result)}</main></body></html>\n`;
}
