// Figures and geometry of reports over generated values: nothing prints as a wrong zero, and no text becomes markup.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { escapeHtml, formatCount, formatFigure, formatSigned, formatUsd } from "./format.ts";
import { FRAME, renderAxes, renderPath, renderSvg } from "./charts.ts";
import type { TitledAxis } from "./charts.ts";

const number = fc.double({ min: -1e3, max: 1e3, noNaN: true });

test("escaped text holds no character of markup, and reads back as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "<", ">", "&", '"', "'", ";") }), (text) => {
      const escaped = escapeHtml(text);
      assert.doesNotMatch(escaped, /[<>"']/);
      const back = escaped
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&#39;", "'")
        .replaceAll("&amp;", "&");
      assert.equal(back, text);
    }),
  );
});

test("a figure that was not measured is a dash in every unit, never zero", () => {
  for (const unit of ["share", "usd", "number"] as const)
    for (const value of [null, Number.NaN, Infinity, -Infinity]) {
      assert.equal(formatFigure(value, unit), "–");
      assert.equal(formatSigned(value, unit), "–");
    }
});

test("no figure prints as minus zero", () => {
  fc.assert(
    fc.property(number, fc.constantFrom("share" as const, "number" as const), (value, unit) => {
      assert.doesNotMatch(formatFigure(value, unit), /^-0\.0*( %)?$/);
    }),
  );
});

test("a share prints its percentage to a tenth, a number three digits", () => {
  fc.assert(
    fc.property(number, (value) => {
      assert.ok(Math.abs(Number(formatFigure(value, "share").replace(" %", "")) - 100 * value) <= 0.0501);
      assert.ok(Math.abs(Number(formatFigure(value, "number")) - value) <= 0.000501);
    }),
  );
});

test("a signed figure says its sign, and a true minus is typeset as one", () => {
  assert.equal(formatSigned(0.012, "share"), "+1.2 %");
  assert.equal(formatSigned(-0.012, "share"), "−1.2 %");
  assert.equal(formatSigned(0, "number"), "0.000");
  assert.equal(formatSigned(0.0001, "number"), "0.000");
});

test("dollars keep digits that count, however small the amount", () => {
  assert.deepEqual([0, 1.5, 0.02, 0.0042, 0.0000123].map(formatUsd), [
    "$0",
    "$1.500",
    "$0.020",
    "$0.00420",
    "$0.0000123",
  ]);
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e3, noNaN: true }), (value) => {
      assert.ok(Math.abs(Number(formatUsd(value).slice(1)) / value - 1) < 0.06);
    }),
  );
});

test("counts are grouped by thousands", () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(formatCount), ["0", "999", "1,000", "1,234,567"]);
});

const axis = (title: string, labels: readonly string[]): TitledAxis => ({
  title,
  place: (value: number) => value,
  ticks: labels.map((label, index) => ({ key: label, at: 100 + 40 * index, label })),
});

test("axes draw one line and one label a tick, and both titles as text", () => {
  const svg = renderAxes(axis("cost < price", ["0", "1", "2"]), axis("score & more", ["0 %", "100 %"]));
  assert.equal(svg.split('class="grid"').length - 1, 5);
  assert.equal(svg.split('class="tick"').length - 1, 5);
  assert.ok(svg.includes("cost &lt; price") && svg.includes("score &amp; more"));
  assert.doesNotMatch(svg, /NaN|undefined/);
});

test("grid lines stay within the frame", () => {
  const svg = renderAxes(axis("x", ["a", "b"]), axis("y", ["c"]));
  const xs = Array.from(svg.matchAll(/ x[12]="([\d.]+)"/g), ([, x]) => Number(x));
  const ys = Array.from(svg.matchAll(/ y[12]="([\d.]+)"/g), ([, y]) => Number(y));
  assert.ok(xs.length > 0 && xs.every((x) => x >= 0 && x <= FRAME.width));
  assert.ok(ys.length > 0 && ys.every((y) => y >= 0 && y <= FRAME.height));
});

test("a path without points draws nothing, and one with points keeps its attributes", () => {
  assert.equal(renderPath([], 'class="ours"'), "");
  const points = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ];
  assert.match(renderPath(points, 'class="ours"'), /^<path d="M[^"]+" fill="none" class="ours"\/>$/);
});

test("a picture names itself to those who do not see it", () => {
  const svg = renderSvg("<g/>", 'leads of "ours"', { ...FRAME, height: 90 });
  assert.match(
    svg,
    /^<svg viewBox="0 0 640 90" role="img" aria-label="leads of &quot;ours&quot;"><g\/><\/svg>$/,
  );
});
