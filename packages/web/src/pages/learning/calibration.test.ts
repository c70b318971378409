import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { Drift } from "@signalbox/sdk";
import fc from "fast-check";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import { attributesOf, cellsOf, render } from "../../../test/support/render.ts";
import type { commonGapWords, FieldTable, ModelTable, outlookOf, verdictOf } from "./calibration.tsx";

interface Module {
  readonly commonGapWords: typeof commonGapWords;
  readonly FieldTable: typeof FieldTable;
  readonly ModelTable: typeof ModelTable;
  readonly outlookOf: typeof outlookOf;
  readonly verdictOf: typeof verdictOf;
}

let tables: Module;
before(async () => {
  tables = await loadTsx<Module>("pages/learning/calibration.tsx");
});

type Row = Drift["models"][number] & Drift["rows"][number];

const row = (more: object = {}): Row =>
  ({
    label: "vendor/kite",
    field: "code",
    feedback: 40,
    success_predicted: 0.8,
    success_reported: 0.7,
    gap: -0.1,
    gap_spread: 0.05,
    is_alert: false,
    trend: [
      { at: "2026-01-01T00:00:00.000Z", gap: -0.1 },
      { at: "2026-01-02T00:00:00.000Z", gap: null },
    ],
    ...more,
  }) as unknown as Row;

test("an alert says in which direction the reports went", () => {
  assert.equal(tables.verdictOf(row({ is_alert: true })), "worse than predicted");
  assert.equal(tables.verdictOf(row({ is_alert: true, gap: 0.2 })), "better than predicted");
});

test("a gap that its interval holds is no sign of a change; one beyond it is said with care", () => {
  assert.equal(tables.verdictOf(row({ gap: 0.04 })), "no sign of a change");
  assert.equal(tables.verdictOf(row()), "somewhat worse");
  assert.equal(tables.verdictOf(row({ gap: 0.1 })), "somewhat better");
});

test("an interval that may hide a gap that matters is no sign of anything", () => {
  assert.equal(tables.verdictOf(row({ gap: -0.128, gap_spread: 0.152 })), "cannot tell yet");
});

test("the gap that all models share is the grader's: its size and direction are those of the reports together", () => {
  const model = fc.record({
    feedback: fc.integer({ min: 20, max: 500 }),
    gap: fc.double({ min: -1, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(model, { minLength: 2, maxLength: 9 }), (models) => {
      const reports = models.reduce((sum, { feedback }) => sum + feedback, 0);
      const common = models.reduce((sum, one) => sum + one.gap * one.feedback, 0) / reports;
      const named = models.map((one, index) => ({ ...one, label: `m${index}` }));
      const said = tables.commonGapWords(named);
      if (Math.abs(common) < 0.01) return assert.match(said, /within a point of the estimates\.$/);
      assert.equal(/^Over all models reports are [\d.]+ points? under/.test(said), common < 0, said);
      const blamed = /without m(\d) they/.exec(said)?.[1];
      assert.equal(/your grader is (stricter|milder)/.test(said), blamed === undefined, said);
      if (blamed !== undefined) {
        const others = named.filter(({ label }) => label !== `m${blamed}`);
        const count = others.reduce((sum, { feedback }) => sum + feedback, 0);
        const rest = others.reduce((sum, { gap, feedback }) => sum + gap * feedback, 0) / count;
        assert.ok(rest * Math.sign(common) < Math.abs(common) / 2, said);
      }
      assert.ok(
        Math.abs(Number(/are ([\d.]+) points?/.exec(said)?.[1]) - 100 * Math.abs(common)) <= 0.051,
        said,
      );
    }),
  );
  assert.equal(
    tables.commonGapWords([{ label: "a", feedback: 900, gap: -0.2 }]),
    "",
    "one model is not all of them",
  );
});

test("from few reports nothing is concluded", () => {
  for (const more of [{ gap: null }, { gap_spread: null }, { gap_spread: 0.3 }])
    assert.equal(tables.verdictOf(row(more)), "too few reports");
});

test("no verdict but an alert blames a model within its interval", () => {
  const share = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, fc.double({ min: 0, max: 1, noNaN: true }), (gap, spread) => {
      const verdict = tables.verdictOf(row({ gap, gap_spread: spread }));
      if (Math.abs(gap) <= spread) assert.doesNotMatch(verdict, /worse|better/);
    }),
  );
});

test("with as many reports as are named the interval would be narrow enough, and what is known is not announced", () => {
  const share = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      share,
      fc.double({ min: 0.01, max: 3, noNaN: true }),
      fc.integer({ min: 1, max: 5000 }),
      (gap, spread, feedback) => {
        const one = row({ gap, gap_spread: spread, feedback });
        const said = tables.outlookOf(one);
        const isOpen = /too few|no sign|cannot tell/.test(tables.verdictOf(one));
        if (said === "")
          return assert.ok(!isOpen || Math.abs(gap) === spread || feedback * (spread / gap) ** 2 > 999_999);
        const needed = Number(/([\d,]+)/.exec(said)?.[1]?.replaceAll(",", ""));
        assert.ok(isOpen && needed >= feedback, said);
        const then = spread * Math.sqrt(feedback / needed);
        assert.ok(then <= (said.startsWith("judged") ? 0.3 : Math.abs(gap)) + 1e-9, `${said}: ${then}`);
      },
    ),
  );
});

test("a model leads to its decisions of the thirty days that are judged", () => {
  const html = render(tables.ModelTable, { models: [row()] });
  const { pathname, searchParams } = new URL(attributesOf(html, "href")[0] ?? "", "https://host");
  assert.equal(pathname, "/decisions");
  assert.deepEqual([searchParams.get("label"), searchParams.get("span")], ["vendor/kite", "30"]);
  assert.deepEqual(cellsOf(html)[0]?.slice(0, 6), [
    "vendor/kite",
    "40",
    "80.0 %",
    "70.0 %",
    "-10 points ± 5 points",
    "somewhat worse",
  ]);
});

test("the trend says its measured points in words and leaves out what was not measured", () => {
  const html = render(tables.ModelTable, { models: [row()] });
  const [label = ""] = attributesOf(/<svg[^>]*>/.exec(html)?.[0] ?? "", "aria-label");
  assert.match(label, /-10 points$/);
  assert.doesNotMatch(label, /–|null|NaN/);
  assert.equal(html.split("<circle").length - 1, 1);
});

test("every figure of a row leads to the decisions behind it, and a gap to the reports that made it", () => {
  const html = render(tables.FieldTable, { rows: [row({ field: "common_sense" })] });
  assert.deepEqual(cellsOf(html)[0]?.slice(0, 2), ["vendor/kite", "common sense"]);
  const asked = attributesOf(html, "href").map((href) =>
    Object.fromEntries(new URL(href, "https://host").searchParams),
  );
  const [model, both] = [{ label: "vendor/kite" }, { label: "vendor/kite", field: "common_sense" }];
  assert.deepEqual(asked, [
    { ...model, span: "30" },
    { ...both, span: "30" },
    { ...both, feedback: "any", span: "30" },
    { ...both, feedback: "any", span: "30", sort: "success" },
    { ...both, feedback: "any", span: "30" },
    { ...both, feedback: "bad", span: "30" },
  ]);
  const [better = ""] = attributesOf(render(tables.FieldTable, { rows: [row({ gap: 0.2 })] }), "href").slice(
    -1,
  );
  assert.equal(new URL(better, "https://host").searchParams.get("feedback"), "good");
});

test("a spread beyond the whole is shown as the whole", () => {
  const html = render(tables.FieldTable, { rows: [row({ gap_spread: 7 })] });
  assert.match(cellsOf(html)[0]?.[5] ?? "", /± 100 points/);
});
