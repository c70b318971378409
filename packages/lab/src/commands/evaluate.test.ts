import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_RESAMPLES } from "../metrics/bootstrap.ts";
import { DEFAULT_SEEDS } from "../protocols/evaluate.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { evaluateCommand, readResamples } from "./evaluate.ts";

const evaluate = evaluateCommand(PROTOCOLS, "lab");

test("help names the defaults that the laboratory really takes", () => {
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
