import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_RESAMPLES, DEFAULT_SEEDS, PROTOCOLS } from "@signalbox/lab";

import { evaluate, readResamples } from "./evaluate.ts";

test("help names every protocol and the defaults that the laboratory really takes", () => {
  const [protocols = ""] = evaluate.details ?? [];
  assert.deepEqual(
    protocols.replace(/^Protocols: |\.$/g, "").split(", "),
    PROTOCOLS.map(({ name }) => name),
  );
  assert.match(
    evaluate.options["resamples"]?.description ?? "",
    new RegExp(`Default: ${DEFAULT_RESAMPLES}\\.$`),
  );
  assert.match(
    evaluate.options["seed"]?.description ?? "",
    new RegExp(`Default: ${DEFAULT_SEEDS.join(",")}\\.$`),
  );
});

test("--resamples takes whole numbers from 1, and the fault names the option", () => {
  assert.equal(readResamples(undefined), undefined);
  assert.equal(readResamples("25"), 25);
  for (const text of ["0", "-3", "2.5", "many", ""])
    assert.throws(() => readResamples(text), { code: "bad_request", detail: /--resamples/ });
});
