// The whole service in the transformer tier, with the shipped artefact and the real weights; without these the reason is shown.
import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { readShippedArtefact } from "@signalbox/catalog";
import type { CustomRouter, DecisionDetail, SelectResponse } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";
import { findEncoderFile } from "@signalbox/encoder";
import { createContentReader, loadRoutingModel } from "@signalbox/engine";

import { SHIPPED_TRANSFORMER_DIR } from "../src/encoder/open-transformer-tier.ts";
import { startFullService, type FullService } from "./full-service.ts";

const isReady =
  existsSync(findEncoderFile("") ?? "") && existsSync(join(SHIPPED_TRANSFORMER_DIR, "manifest.json"));
const skip = isReady ? false : "the weights of the sentence encoder or the artefact are not installed";
const TIER = { "encoder-tier": "transformer", "encoder-budget-ms": "10000" };
const MODELS = ["openai/gpt-4o-mini", "anthropic/claude-sonnet-4-5"] as const;

async function withService(
  flags: Record<string, string>,
  work: (full: FullService) => Promise<void>,
): Promise<void> {
  const full = await startFullService(flags);
  try {
    await work(full);
  } finally {
    await full.close();
  }
}

async function select(
  full: FullService,
  messages: string,
  more: Record<string, unknown> = {},
): Promise<SelectResponse & { explanation: NonNullable<SelectResponse["explanation"]> }> {
  const { status, json, headers } = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
    messages,
    llm_providers: MODELS.map((model) => ({ model })),
    include: ["explanation"],
    ...more,
  });
  assert.equal(status, 200, JSON.stringify(json));
  assert.ok(json.explanation !== undefined);
  assert.equal(headers["x-signalbox-degraded"], json.explanation.degraded ? "true" : undefined);
  return { ...json, explanation: json.explanation };
}

test("decisions come from the transformer's artefact, and the same prompt is embedded once", { skip }, () =>
  withService(TIER, async (full) => {
    const first = await select(full, "Prove that there are infinitely many primes.");
    const second = await select(full, "Prove that there are infinitely many primes.");
    assert.match(first.explanation.versions.artefact, /^transformer-/);
    assert.equal(first.explanation.degraded, false);
    assert.deepEqual(second.explanation, first.explanation);
    const { transformer } = full.service.engine;
    assert.equal(transformer?.vectors.figures().embedded, 1);
    assert.equal(transformer?.vectors.figures().hits, 1);
  }),
);

/** The weights at an address, and a cache that is empty. */
async function withMirror(work: (address: string, fetched: () => number) => Promise<void>): Promise<void> {
  const path = findEncoderFile("") ?? "";
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const cache = mkdtempSync(join(tmpdir(), "signalbox-cache-"));
  const before = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = cache;
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/encoder.onnx`, () => count);
  } finally {
    if (before === undefined) delete process.env["XDG_CACHE_HOME"];
    else process.env["XDG_CACHE_HOME"] = before;
    rmSync(cache, { recursive: true, force: true });
    server.close();
  }
}

test(
  "weights that the configuration names by an address are fetched once and used by every start",
  { skip },
  () =>
    withMirror(async (address, fetched) => {
      for (let starts = 0; starts < 2; starts += 1)
        await withService({ ...TIER, "encoder-file": address }, async (full) => {
          const { explanation } = await select(full, "Name three rivers of France.");
          assert.match(explanation.versions.artefact, /^transformer-/);
        });
      assert.equal(fetched(), 1);
    }),
);

test("a prompt over the budget gets the static answer, which says so, also in the journal", { skip }, () =>
  withService({ ...TIER, "encoder-budget-ms": "1" }, async (full) => {
    const long = `Explain this. ${"How do tides and the moon's orbit depend on each other? ".repeat(12)}`;
    const late = await select(full, long);
    assert.equal(late.explanation.degraded, true);
    assert.match(late.explanation.degraded_reasons.join(" "), /static encoder .* time budget/);
    assert.match(late.explanation.versions.artefact, /^static-/);
    const { json } = await full.call<DecisionDetail>("GET", `/api/v1/decisions/${late.session_id}`);
    assert.deepEqual(json.explanation, late.explanation);
  }),
);

test("features that a caller computed get the static answer, which says so", { skip }, () =>
  withService(TIER, async (full) => {
    const messages = "Prove that there are infinitely many primes.";
    const reader = createContentReader(loadRoutingModel(await readShippedArtefact()));
    const { explanation } = await select(full, messages, { content_features: reader.read({ messages }) });
    assert.match(explanation.degraded_reasons.join(" "), /features of the static encoder and no text/);
    assert.equal(explanation.versions.artefact, reader.artefact);
    assert.equal(full.service.engine.transformer?.vectors.figures().embedded, 0);
    const served = await full.call<{ version: string }>("GET", "/api/v1/content-artefact");
    assert.equal(served.json.version, reader.artefact);
  }),
);

test("without a running encoder the service answers statically", { skip }, () =>
  withService(TIER, async (full) => {
    const seen = await select(full, "Translate 'good morning' into French.");
    await full.service.engine.close();
    const again = await select(full, "Translate 'good morning' into French.");
    assert.deepEqual(again.explanation.ranking, seen.explanation.ranking);
    const fresh = await select(full, "Translate 'good evening' into Italian.");
    assert.match(fresh.explanation.degraded_reasons.join(" "), /not running/);
  }),
);

test(
  "weights that are missing, and an artefact of the other tier, are one clear fault at the start",
  {
    skip,
  },
  async () => {
    const faultOf = async (flags: Record<string, string>): Promise<SignalboxError> => {
      try {
        await (await startFullService(flags)).close();
      } catch (fault) {
        assert.ok(fault instanceof SignalboxError);
        return fault;
      }
      throw new Error("The service started.");
    };
    const missing = await faultOf({ ...TIER, "encoder-file": "/nowhere/model.onnx" });
    assert.equal(missing.code, "invalid_configuration");
    assert.match(missing.detail, /\/nowhere\/model\.onnx .*SIGNALBOX_ENCODER_FILE/);
    const swapped = await faultOf({ "artefact-dir": SHIPPED_TRANSFORMER_DIR });
    assert.match(swapped.detail, /encoder\.artefactDir/);
    const other = await faultOf({
      ...TIER,
      "encoder-artefact-dir": join(SHIPPED_TRANSFORMER_DIR, "../release"),
    });
    assert.match(other.detail, /reads no sentence encoder/);
  },
);

/** In these evaluations the small model is always right, the large one never. */
function uploadForm(rows: number): { body: Buffer; headers: Record<string, string> } {
  const lines = Array.from({ length: rows }, (_, row) => `Summarise ticket ${row} of city ${row * 13},1,0`);
  const file = [`prompt,${MODELS.map((model) => `${model}/score`).join(",")}`, ...lines].join("\n");
  const boundary = "signalbox-test-boundary";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="dataset_file"; filename="own.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  return {
    body: Buffer.from(`${head}${file}\r\n--${boundary}--\r\n`),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

test(
  "a custom router is trained on the tier's vectors; a static answer sets it aside and says so",
  { skip },
  () =>
    withService(TIER, async (full) => {
      const { body, headers } = uploadForm(40);
      const { json: created } = await full.call<CustomRouter>(
        "POST",
        "/api/v1/custom-routers",
        body,
        headers,
      );
      const ready = await full.until<CustomRouter>(
        `/api/v1/custom-routers/${created.id}`,
        ({ status }) => status !== "queued" && status !== "training",
      );
      assert.equal(ready.status, "ready", ready.error ?? "");
      const active = await full.call<CustomRouter>("POST", `/api/v1/custom-routers/${created.id}/activate`);
      const preference = { preference_id: active.json.preference_id };
      const own = await select(full, "Summarise ticket 901 of city 17", preference);
      assert.equal(own.llm_label, MODELS[0]);
      assert.equal(own.explanation.ranking[0]?.ability_origin, "own");
      await full.service.engine.close();
      const fallback = await select(full, "Summarise ticket 902 of city 19", preference);
      assert.match(fallback.explanation.degraded_reasons.join(" "), /was set aside/);
      assert.notEqual(fallback.explanation.ranking[0]?.ability_origin, "own");
    }),
);
