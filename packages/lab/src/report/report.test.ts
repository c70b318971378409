import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvaluationResult } from "../protocols/evaluate.ts";
import type { FigureResult, MethodResult } from "../protocols/index.ts";
import { renderAcross, summariseOverall, judgeLead } from "./tables.ts";
import { formatFigure, formatSigned, formatUsd } from "./format.ts";
import { listLosses } from "./list-losses.ts";

function figure(value: number, half: number): FigureResult {
  return { value, low: value - half, high: value + half };
}

function method(name: string, auc: number, lead?: FigureResult): MethodResult {
  return {
    name,
    title: name,
    isOurs: name === "signalbox",
    parameters: {},
    figures: { auc: figure(auc, 0.02) },
    lead: lead === undefined ? {} : { auc: lead },
    curve: [],
    reliability: [],
  };
}

function result(leads: readonly FigureResult[]): EvaluationResult {
  return {
    formatVersion: 1,
    protocol: "prediction",
    title: "t",
    description: "d",
    headline: "auc",
    seeds: [1],
    resamples: 10,
    dataFingerprint: "f",
    promptCount: 1,
    outcomeCount: 1,
    overlapCount: 0,
    features: "f",
    artefacts: [],
    machine: "m",
    sections: leads.map((lead, i) => ({
      name: `section ${i}`,
      promptCount: 100,
      modelCount: 2,
      trainCount: 100,
      facts: [],
      points: [],
      methods: [method("rival", 0.8 - lead.value, lead), method("signalbox", 0.8)],
    })),
  };
}

test("a lead is called ahead or behind only when its interval excludes zero", () => {
  assert.equal(judgeLead(figure(0.03, 0.02), "auc"), "ahead");
  assert.equal(judgeLead(figure(-0.03, 0.02), "auc"), "behind");
  assert.equal(judgeLead(figure(0.01, 0.02), "auc"), "tie");
  assert.equal(judgeLead(figure(-0.03, 0.02), "ece"), "ahead");
  assert.equal(judgeLead(undefined, "auc"), "unknown");
});

test("losses name the better rival and the tie, and are silent where ours leads", () => {
  assert.match(listLosses(result([figure(-0.03, 0.02)])).join(" "), /rival is better on AUC/);
  assert.match(listLosses(result([figure(0.01, 0.02)])).join(" "), /no difference can be shown from rival/);
  assert.deepEqual(listLosses(result([figure(0.05, 0.02)])), []);
});

test("the mean lead of independent sections is surer than that of one", () => {
  const [row] = summariseOverall(
    result([figure(0.02, 0.04), figure(0.06, 0.04), figure(0.04, 0.04), figure(0.04, 0.04)]),
  );
  const lead = row?.lead["auc"];
  assert.ok(lead);
  assert.ok(Math.abs(lead.value - 0.04) < 1e-9);
  assert.ok(Math.abs(lead.high - lead.value - 0.02) < 1e-9);
});

test("figures print without minus zero, and missing ones as a dash", () => {
  assert.equal(formatFigure(Number.NaN, "share"), "–");
  assert.equal(formatFigure(-0.0001, "share"), "0.0 %");
  assert.equal(formatFigure(0.1234, "share"), "12.3 %");
  assert.equal(formatSigned(0.05, "number"), "+0.050");
  assert.equal(formatSigned(-0.05, "number"), "−0.050");
  assert.equal(formatUsd(0.000042), "$0.0000420");
});

test("across protocols leads are averaged, and a contest that counts twice is left out", () => {
  const named = (protocol: string, lead: number): EvaluationResult => ({
    ...result([figure(lead, 0.01)]),
    protocol,
  });
  const page = renderAcross([named("prediction", 0.02), named("unseen-source", 0.04)]).join("\n");
  assert.match(page, /\| rival \| \+0\.020 ahead \| \+0\.040 ahead \| ahead, \+0\.030/);
  assert.ok(!page.includes("signalbox |"));
  const twice = [named("routerdc", 0.02), named("prediction", 0.02), named("routerdc-published", 0.9)];
  assert.ok(!renderAcross(twice).join("\n").includes("0.9"));
  assert.deepEqual(renderAcross([named("prediction", 0.02), named("paraphrase", 0.02)]), []);
});
