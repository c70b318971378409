import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { CustomRouter, CustomRouterReport } from "@signalbox/sdk";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import { attributesOf, render, textOf, textsOf } from "../../../test/support/render.ts";
import type { commonWords } from "./compare-routers.tsx";
import type { CheckList } from "./check-list.tsx";
import type { isWorking, RouterStatus } from "./router-status.tsx";
import type { verdictOf } from "./switch-on-dialog.tsx";
import type { UploadProgress } from "./upload-form.tsx";

let checks: { readonly CheckList: typeof CheckList };
let status: { readonly isWorking: typeof isWorking; readonly RouterStatus: typeof RouterStatus };
let dialog: { readonly verdictOf: typeof verdictOf };
let upload: { readonly UploadProgress: typeof UploadProgress };
before(async () => {
  checks = await loadTsx("pages/learning/check-list.tsx");
  status = await loadTsx("pages/learning/router-status.tsx");
  dialog = await loadTsx("pages/learning/switch-on-dialog.tsx");
  upload = await loadTsx("pages/learning/upload-form.tsx");
});

test("a fault of a file stands with its line, its column and its fix", () => {
  const html = render(checks.CheckList, {
    checks: [
      { level: "error", message: "It is no number.", fix: "Write 0 to 1.", line: 31, column: "a/b/score" },
      { level: "note", message: "Two models." },
    ],
  });
  assert.deepEqual(textsOf(html, "li"), [
    "error Line 31: a/b/score: It is no number. Write 0 to 1.",
    "note Two models.",
  ]);
  assert.deepEqual(attributesOf(html, "data-tone"), ["stop", "info"]);
});

test("of many faults the first fifty are shown and the rest is counted", () => {
  const many = Array.from(
    { length: 53 },
    (_, line) => ({ level: "warning", message: "It is odd.", line }) as const,
  );
  const items = textsOf(render(checks.CheckList, { checks: many }), "li");
  assert.equal(items.length, 51);
  assert.equal(items.at(-1), "and 3 more");
  assert.equal(items[0], "warning Line 0: It is odd.");
});

test("a file without faults draws no list", () => {
  assert.equal(render(checks.CheckList, { checks: [] }), "");
});

const router = (state: CustomRouter["status"]): CustomRouter =>
  ({ status: state, progress: 0.42 }) as unknown as CustomRouter;

test("a router that decisions pass over says to train it again, whatever else it is", () => {
  const passedOver = { ...router("ready"), needs_training: true };
  const html = render(status.RouterStatus, { router: passedOver });
  assert.equal(textOf(html), "train again");
  assert.deepEqual(attributesOf(html, "data-tone"), ["caution"]);
});

test("only a training shows how far it is, and only what waits or trains is working", () => {
  const states = ["queued", "training", "ready", "failed", "cancelled"] as const;
  assert.deepEqual(
    states.map((state) => textOf(render(status.RouterStatus, { router: router(state) }))),
    ["queued", "training 42 %", "ready", "failed", "cancelled"],
  );
  assert.deepEqual(
    states.filter((state) => status.isWorking(router(state))),
    ["queued", "training"],
  );
});

type Upload = Parameters<typeof UploadProgress>[0]["upload"];

const progress = (more: object): string =>
  render(upload.UploadProgress, {
    upload: {
      isBusy: true,
      isCancelled: false,
      sent: undefined,
      cancel: () => undefined,
      ...more,
    } as unknown as Upload,
  });

test("an upload says how much has left, and what happens when all has", () => {
  assert.match(
    textOf(progress({ sent: { bytes: 1024, totalBytes: 4096 } })),
    /25 % sent, 1\.0 KB of 4\.0 KB/,
  );
  assert.match(
    textOf(progress({ sent: { bytes: 4096, totalBytes: 4096 } })),
    /All sent\. The service looks at the file\./,
  );
  assert.match(textOf(progress({})), /0 % sent, 0 B of 0 B/);
});

test("a cancelled upload says that nothing was kept, and one that is over shows nothing", () => {
  assert.match(textOf(progress({ isCancelled: true })), /Nothing was kept/);
  assert.equal(progress({ isBusy: false }), "");
});

test("a router is distinguished from the shipped one by the difference on the same rows, whatever their intervals", () => {
  const point = (score: number) => ({ score_mean: score, low: score - 0.03, high: score + 0.03 });
  const verdict = (gain: CustomRouterReport["gain"]): string =>
    dialog.verdictOf({
      rows_held_out: 300,
      router: point(0.95),
      shipped: point(0.9),
      gain,
    } as CustomRouterReport);
  assert.match(
    verdict({ mean: 0.05, low: 0.03, high: 0.08 }),
    /: \+5 points \(\+3 points to \+8 points\), more than chance explains\.$/,
  );
  assert.match(verdict({ mean: 0.05, low: -0.01, high: 0.11 }), /do not tell them apart\.$/);
});

test("routers without kept rows, or without a common one, say why they cannot be judged on the same rows", async () => {
  const { commonWords: words } = await loadTsx<{ commonWords: typeof commonWords }>(
    "pages/learning/compare-routers.tsx",
  );
  const side = { score: null, usd: null, rows: 50 };
  const none = {
    common: 0,
    alike: 0,
    a: side,
    b: side,
    difference: null,
    difference_usd: null,
    truncated: false,
  };
  assert.match(words({ ...none, b: { ...side, rows: 0 } }), /nothing that both can be judged on/);
  assert.match(words(none), /no row is common/);
  assert.match(
    words({ ...none, common: 40, alike: 12, truncated: true }),
    /^40 prompts .* on 12 they .*200,000/,
  );
});
