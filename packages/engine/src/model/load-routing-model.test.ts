// Knowledge that the committed artefact must know, whatever recipe made it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseArtefactManifest } from "@signalbox/contracts";
import fc from "fast-check";
import { expectedOutput } from "../cost/expected-output.ts";
import { thoughtPlaces } from "../cost/hidden-tokens.ts";
import { visibleTokensOf } from "../cost/visible-tokens.ts";
import { userMessage } from "../reader/conversation/message.ts";
import { loadRoutingModel } from "./load-routing-model.ts";
import type { AbilityInput } from "../abilities/ability.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";

const dir = join(import.meta.dirname, "../../../../artefacts/release");
const manifest = parseArtefactManifest(JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8")));
const load = () =>
  loadRoutingModel({
    manifest,
    tensors: Buffer.concat(manifest.tensorFiles.map((name) => readFileSync(join(dir, name)))),
    sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
  });
const model = load();

const encode = (text: string): PromptEncoding => model.encode(model.converse([userMessage(text)], []));
const known = (modelId: string): AbilityInput => ({ modelId, stated: {} });
const successOf = (encoding: PromptEncoding, input: AbilityInput): number =>
  model.estimateSuccess(encoding, [model.abilityOf(input)])[0]?.success ?? Number.NaN;

const GREETINGS = ["hi", "Hello!", "thanks!", "Guten Morgen", "你好", "Hi, how are you today?"];
const HARD = [
  "Let $p$ be an odd prime. Determine all positive integers $n$ such that $\\sum_{k=1}^{p-1} k^n$ is divisible by $p^2$, and prove it.",
  "Find the number of ordered triples $(a,b,c)$ of positive integers with $a+b+c=2024$ such that $abc$ is divisible by $7^5$.",
];

const KNOWLEDGE = "Which amino acid is encoded by AUG, and why does translation start there?";

test("a greeting is easy in any language, a hard proof is not", () => {
  for (const text of GREETINGS) assert.ok(encode(text).difficulty < 0.2, text);
  for (const text of HARD) assert.ok(encode(text).difficulty > 0.4, text);
  assert.equal(encode(HARD[0]!).field, "mathematics");
  assert.equal(encode("你好，请帮我写一封信").language, "zh");
});

test("models of the same artefact that read by turns disturb each other's readings in nothing", () => {
  const other = load();
  const read = (reader: typeof model, text: string): unknown => {
    const { task, difficulty, features } = reader.encode(reader.converse([userMessage(text)], []));
    return { task, difficulty, features: [...features] };
  };
  const texts = [...GREETINGS, ...HARD, "Transalte this sentnece", "Summarise the report in two lines"];
  const alone = texts.map((text) => read(model, text));
  const backwards = texts.toReversed().map((text) => [read(other, text), read(model, text)]);
  assert.deepEqual(
    backwards.toReversed(),
    alone.map((reading) => [reading, reading]),
  );
});

test("models with outcomes rank as their outcomes do", () => {
  const successOn = (prompt: string, id: string): number => successOf(encode(prompt), known(id));
  const small = "meta/llama-3.1-8b-instruct";
  for (const prompt of HARD) {
    assert.ok(successOn(prompt, "openai/gpt-4o") > successOn(prompt, small), prompt);
    const thinking = { ...known("openai/o1-mini"), mode: "medium" };
    assert.ok(successOf(encode(prompt), thinking) > successOn(prompt, "openai/gpt-4o"), prompt);
  }
  const lead = successOn(KNOWLEDGE, "openai/gpt-4o") - successOn(KNOWLEDGE, small);
  assert.ok(lead > 0.05, `${lead}`);
  assert.equal(model.abilityOf(known("openai/gpt-4o")).origin, "scores");
});

test("public scores place a model that nobody has outcomes for, and more of them narrow its spread", () => {
  const hard = encode(HARD[1]!);
  const strong = { gpqa_diamond: 0.88, hle: 0.3, scicode: 0.5 };
  const weak = { gpqa_diamond: 0.28, hle: 0.04, scicode: 0.1 };
  const abilities = [{ scores: strong }, { scores: weak }, { scores: {} }].map(({ scores }) =>
    model.abilityOf({ modelId: "nobody/knows-me", stated: scores }),
  );
  const [high, low, none] = model.estimateSuccess(hard, abilities);
  assert.ok(high !== undefined && low !== undefined && none !== undefined);
  assert.ok(high.success > none.success && none.success > low.success);
  assert.deepEqual(
    abilities.map((ability) => ability.origin),
    ["scores", "scores", "prior"],
  );
  // The two succeed about as often, so that their spreads compare: success is flat where it is rare.
  assert.ok(low.spread < none.spread);
});

test("a stated quality moves an unknown model the way it says", () => {
  const hard = encode(HARD[0]!);
  const at = (quality: number): number => successOf(hard, { modelId: undefined, stated: {}, quality });
  assert.ok(at(0.9) > at(0.5) && at(0.5) > at(0.2));
});

test("a thinking mode is expected to think longer on a harder prompt", () => {
  const mode = { mode: "medium", source: "request" } as const;
  const [easy, hard] = [GREETINGS[0]!, HARD[0]!].map(encode).map((encoding) => {
    return expectedOutput(visibleTokensOf(encoding), mode, thoughtPlaces(encoding));
  });
  assert.ok(easy !== undefined && hard !== undefined && hard.hiddenMean > 3 * easy.hiddenMean);
  assert.ok(easy.low < easy.visibleMean + easy.hiddenMean && easy.high > easy.low);
});

test("any text gives finite numbers in range, and the same text the same numbers", () => {
  const abilities = [known("openai/gpt-4o"), { modelId: undefined, stated: {} }].map((input) =>
    model.abilityOf(input),
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const [first, second] = [encode(text), encode(text)];
      assert.deepEqual(first, second);
      assert.ok(first.difficulty >= 0 && first.difficulty <= 1);
      assert.ok(first.familiarity >= 0 && first.familiarity <= 1);
      for (const { success, spread } of model.estimateSuccess(first, abilities))
        assert.ok(success >= 0 && success <= 1 && spread >= 0 && spread <= 0.5);
    }),
    { numRuns: 150, seed: 4 },
  );
});

test("of a long text the beginning and the end are read, and nothing between them but its length", () => {
  const ends = "lorem ipsum ".repeat(600);
  const longOf = (middle: string): string =>
    `Prove it. ${ends}${middle.repeat(5_000)}${ends} What is the answer?`;
  assert.deepEqual(encode(longOf("lorem ")).features, encode(longOf("dolor ")).features);
});
