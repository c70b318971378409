import assert from "node:assert/strict";
import { test } from "node:test";
import type { FigureResult } from "../protocols/index.ts";
import { judgeLead, meanLead, formatFigure, formatSigned, formatUsd } from "./format.ts";

function figure(value: number, half: number): FigureResult {
  return { value, low: value - half, high: value + half };
}

test("a lead is called ahead or behind only when its interval excludes zero", () => {
  assert.equal(judgeLead(figure(0.03, 0.02), "auc"), "ahead");
  assert.equal(judgeLead(figure(-0.03, 0.02), "auc"), "behind");
  assert.equal(judgeLead(figure(0.01, 0.02), "auc"), "tie");
  assert.equal(judgeLead(figure(-0.03, 0.02), "ece"), "ahead");
  assert.equal(judgeLead(undefined, "auc"), "unknown");
});

test("figures print without minus zero, and missing ones as a dash", () => {
  assert.equal(formatFigure(Number.NaN, "share"), "–");
  assert.equal(formatFigure(-0.0001, "share"), "0.0 %");
  assert.equal(formatFigure(0.1234, "share"), "12.3 %");
  assert.equal(formatSigned(0.05, "number"), "+0.050");
  assert.equal(formatSigned(-0.05, "number"), "−0.050");
  assert.equal(formatUsd(0.000042), "$0.0000420");
});

test("the mean lead of independent sections is surer than that of one", () => {
  const lead = meanLead([0.02, 0.06, 0.04, 0.04].map((value) => figure(value, 0.04)));
  assert.ok(Math.abs(lead.value - 0.04) < 1e-9);
  assert.ok(Math.abs(lead.high - lead.value - 0.02) < 1e-9);
});
