import assert from "node:assert/strict";
import { test } from "node:test";
import type { MethodResult, SectionResult } from "../protocols/index.ts";
import { pageCommand } from "../../../../research/report/page-command.ts";
import { chooseSeries } from "./charts.ts";

const method = (name: string, auc: number, isOurs = false): MethodResult =>
  ({
    name,
    title: name,
    isOurs,
    figures: { auc: { value: auc, low: auc, high: auc } },
    lead: {},
  }) as unknown as MethodResult;

const section = (methods: readonly MethodResult[]): SectionResult =>
  ({ name: "made", methods }) as unknown as SectionResult;

const namesOf = (
  methods: readonly MethodResult[],
  accepts: (one: MethodResult) => boolean = () => true,
): string[] =>
  chooseSeries(section(methods), "auc", accepts).map(({ method: { name }, colour }) => `${name} ${colour}`);

test("ours come first in our colour, then the nearest rivals in order", () => {
  assert.deepEqual(namesOf([method("weak", 0.6), method("ours", 0.7, true), method("strong", 0.8)]), [
    "ours ours",
    "strong other-1",
    "weak other-2",
  ]);
});

test("at most four rivals are drawn, and the coin never", () => {
  const rivals = [0.9, 0.8, 0.7, 0.6, 0.5].map((auc, index) => method(`rival-${index}`, auc));
  assert.deepEqual(namesOf([...rivals, method("random", 0.99)]), [
    "rival-0 other-1",
    "rival-1 other-2",
    "rival-2 other-3",
    "rival-3 other-4",
  ]);
});

test("a method without the curve that is drawn is left out, ours too", () => {
  const methods = [method("ours", 0.7, true), method("rival", 0.6)];
  assert.deepEqual(
    namesOf(methods, ({ name }) => name === "rival"),
    ["rival other-1"],
  );
});

test("the command of a page names the parts that the run was given, and no folder of a machine", () => {
  assert.equal(pageCommand({}), "npm run ts -- research/report/write-benchmarks.ts --data DATA");
  const full = pageCommand({ artefact: "/home/me/a,/tmp/b", blind: "/tmp/blind" });
  assert.match(full, /--artefact A42,A999,A2024 --blind BLIND$/);
  assert.doesNotMatch(full, /\/(?:home|tmp)\//);
});
