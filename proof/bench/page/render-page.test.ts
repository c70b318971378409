// The page as a reader gets it: every figure of the report in a table, a plot for each that grows or compares, nothing fetched.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { BenchReport } from "../report.ts";
import { renderTables, tablesOf } from "../report.ts";
import { renderPage } from "./render-page.ts";

const spread = (median: number) => ({ median, min: median * 0.9, max: median * 1.1 });
const latency = { p50Ms: 1.25, p99Ms: 4.5, sent: 6_000, faults: 0 };

const REPORT: BenchReport = {
  machine: "a machine <of two cores>",
  loudness: [
    { part: "beside the echo", othersShare: 0.02 },
    { part: "workers", othersShare: 0.01 },
  ],
  cases: [
    {
      name: "1 KB, 10 candidates",
      floor: 0.18,
      ours: spread(4_321),
      echo: spread(40_000),
      ratio: spread(0.108),
      share: spread(0.107),
      oursProcessorUs: 205,
      echoProcessorUs: 22,
      faults: 0,
    },
  ],
  latency: { ours: latency, echo: latency },
  ratePerSecond: 2_000,
  decide: { p50Us: 75.5, p99Us: 120 },
  growth: [
    { candidates: 2, bytes: 1_024, ratio: 0.97 },
    { candidates: 10, bytes: 1_024, ratio: 1 },
    { candidates: 200, bytes: 1_024, ratio: 3.91 },
    { candidates: 10, bytes: 102_400, ratio: 4.61 },
  ],
  installations: [
    {
      what: "rows of the journal",
      size: 100_000,
      from: 1_000,
      ratio: spread(1.06),
      processorRatio: spread(1.03),
    },
  ],
  peers: {
    results: [
      {
        name: "signalbox",
        work: "decides",
        rate: spread(4_300),
        ofProxy: spread(0.5),
        processorUs: 207,
        latency,
        faults: 0,
      },
    ],
    absent: ["@portkey-ai/gateway could not be started: <none>"],
  },
  workers: {
    cores: 2,
    one: spread(3_000),
    two: spread(3_300),
    rateRatio: spread(1.1),
    oneProcessorUs: 210,
    twoProcessorUs: 231,
    processorRatio: spread(1.1),
    faults: 3,
  },
  startMs: { median: 812, min: 790, max: 903 },
  restMb: { median: 190, min: 188, max: 195 },
  loadMb: 320,
  diskBytes: 3_360,
};

test("every cell of the tables is on the page, escaped, and nothing is fetched", () => {
  const page = renderPage(REPORT);
  const escaped = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  for (const { rows, notes } of tablesOf(REPORT))
    for (const text of [...rows.flat(), ...notes]) assert.ok(page.includes(`>${escaped(text)}<`), text);
  assert.doesNotMatch(page, /NaN|undefined|Infinity|<script|https?:|url\(/);
  assert.equal(page.split("<svg").length, page.split("</svg>").length);
});

test("growth is drawn from small to large, through the base that candidates and bodies share", () => {
  const paths = Array.from(
    renderPage(REPORT).matchAll(/<path d="(M[^"]+)" fill="none" class="curve ours"/g),
    ([, path]) => Array.from((path ?? "").matchAll(/[ML](-?[\d.]+),/g), ([, x]) => Number(x)),
  );
  assert.deepEqual(
    paths.map(({ length }) => length),
    [3, 2],
  );
  for (const path of paths)
    assert.deepEqual(
      path,
      path.toSorted((a, b) => a - b),
    );
});

test("a loud machine, a peer that is missing and failed requests are said in words", () => {
  const text = renderTables({
    ...REPORT,
    loudness: [...REPORT.loudness, { part: "growth", othersShare: 0.5 }],
  });
  assert.match(text, /50 % \(growth\): TOO LOUD TO BELIEVE: growth; repeat/);
  assert.match(text, /Not measured: @portkey-ai\/gateway could not be started/);
  assert.match(text, /3 requests failed/);
  assert.match(text, /forward each call to a provider/);
  assert.match(text, /two with a core each reach 1\.82 times one at most/);
});
