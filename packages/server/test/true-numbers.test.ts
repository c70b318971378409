// Numbers that a caller acts on, asked of the whole service: bills of given texts, chances at both ends, languages, agents and names.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SelectResponse } from "@signalbox/contracts";
import { startFullService, type FullService } from "./full-service.ts";

const LUNA = "openai/gpt-5.6-luna";
const SOL = "openai/gpt-5.6-sol";
const HAIKU = "anthropic/claude-haiku-4.5";
const OSS = "openai/gpt-oss-20b";
const SMALL = "meta/llama-3.1-8b-instruct";

let full: FullService;
before(async () => {
  full = await startFullService();
});
after(() => full.close());

const decide = async (messages: unknown, models: readonly unknown[], more: object = {}) => {
  const { json, status } = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
    messages,
    llm_providers: models.map((model) => (typeof model === "string" ? { model } : model)),
    find_session: false,
    include: ["explanation", "warnings"],
    ...more,
  });
  assert.equal(status, 200, JSON.stringify(json));
  return json;
};

const rankingOf = ({ explanation }: SelectResponse) => explanation?.ranking ?? assert.fail("no explanation");
const chancesOf = async (text: string, models = [SOL, HAIKU, OSS, SMALL]): Promise<readonly number[]> =>
  rankingOf(await decide(text, models)).map(({ success }) => success);
const tokensOf = ({ explanation }: SelectResponse): number =>
  explanation?.conversation.task?.tokens.median ?? 0;
const noteOf = ({ explanation }: SelectResponse): string => JSON.stringify(explanation);

const PARAGRAPH =
  "The tide came in before the ferry did, and those who had waited on the slip carried their boxes back up to the road. ";

test("the expected length of a transformation doubles with the text that is given", async () => {
  for (const ask of ["Translate into German:", "Correct the spelling and return all of it:"]) {
    const lengths: number[] = [];
    for (const times of [4, 8, 16, 32])
      lengths.push(tokensOf(await decide(`${ask}\n\n${PARAGRAPH.repeat(times)}`, [SOL])));
    lengths.slice(1).forEach((length, at) => {
      const growth = length / (lengths[at] ?? Number.NaN);
      assert.ok(growth > 1.7 && growth < 2.2, `${ask} ${lengths.join(", ")}`);
    });
  }
  const rows = tokensOf(await decide("Generate 200 CSV rows with 8 columns of test customers.", [SOL]));
  assert.ok(rows > 3_000, `${rows}`);
  const lines = Array.from({ length: 40 }, (_, at) => `${at}. the parcel was late again`).join("\n");
  const labels = tokensOf(await decide(`Label each line as complaint or praise:\n\n${lines}`, [SOL]));
  assert.ok(labels > 60, `${labels}`);
});

test("of two models alike the one that is slower and more expensive is not picked, under any objective", async () => {
  const sure = { price: 1, latency: 290 };
  const models = [
    { name: "quick", model: "anthropic/claude-sonnet-5", price: 0.015, latency: 25 },
    { name: "slow", model: "anthropic/claude-sonnet-5", ...sure },
  ];
  const proof =
    "Prove that every finite group of odd order is solvable, or give the main reductions in full detail.";
  for (const tradeoff of ["cost", "latency", undefined]) {
    const answer = await decide(proof, models, tradeoff === undefined ? {} : { tradeoff });
    assert.equal(answer.llm_label, "quick", tradeoff);
  }
});

test("under latency a candidate without known seconds does not win over one that has them", async () => {
  const models = [
    { name: "timed", model: LUNA, latency: 20 },
    { name: "untimed", model: "acme/mystery-405b" },
  ];
  assert.equal((await decide("Prove Wilson's theorem.", models, { tradeoff: "latency" })).llm_label, "timed");
});

test("nobody solves open problems or knows what was not said, and the answer says so; every chat model knows a capital", async () => {
  for (const text of [
    "Prove the Riemann hypothesis.",
    "Prove P != NP.",
    "Factor RSA-2048.",
    "Prove the Hodge conjecture for abelian fourfolds.",
  ]) {
    for (const chance of await chancesOf(text)) assert.ok(chance < 0.2, `${text} ${chance}`);
    assert.match(noteOf(await decide(text, [SOL])), /open problem/);
  }
  for (const text of ["What will the Nvidia share price be tomorrow?", "What did I have for breakfast?"]) {
    for (const chance of await chancesOf(text)) assert.ok(chance < 0.1, `${text} ${chance}`);
    assert.match(noteOf(await decide(text, [SOL])), /does not contain what the answer needs/);
  }
  for (const text of ["hi", "What is the capital of France?", "2+2"])
    for (const chance of await chancesOf(text)) assert.ok(chance > 0.88, `${text} ${chance}`);
});

test("a language that few models know lowers the chance of a translation", async () => {
  const chanceOf = async (language: string): Promise<number> =>
    (
      await chancesOf(`Translate into ${language}: The road to the harbour is closed until Friday.`, [OSS])
    )[0] ?? 9;
  const [french, icelandic, tigrinya] = [
    await chanceOf("French"),
    await chanceOf("Icelandic"),
    await chanceOf("Tigrinya"),
  ];
  assert.ok(icelandic < french - 0.01 && tigrinya < icelandic - 0.03, `${french} ${icelandic} ${tigrinya}`);
});

test("a known name one suffix off is that model with a warning, and a mode that it lacks is the nearest one", async () => {
  const names = [
    "qwen3.6-35b-thinking",
    "ollama/qwen3.6:35b",
    "opus-4.8",
    "gpt-5.6-luna-turbo",
    "glm-5.2-medium",
  ];
  const { warnings = [] } = await decide("hi", names);
  assert.equal(
    warnings.filter(({ message }) => /taken for|nearest|has no mode/.test(message)).length,
    names.length,
    JSON.stringify(warnings),
  );
  const { warnings: strange = [] } = await decide("hi", ["acme/x-405b", LUNA]);
  assert.match(strange[0]?.message ?? "", /rated as a stranger/);
});

test("a newest flagship without scores of its own stands near its line: above an old small model, below certainty", async () => {
  const hard = "Prove that for positive reals a, b, c with abc = 1 the sum of 1/(a^3(b+c)) is at least 3/2.";
  const ranking = rankingOf(await decide(hard, ["openai/gpt-6-astra", "meta/codellama-7b", SOL]));
  const chance = (label: string): number =>
    ranking.find((each) => each.label === label)?.success ?? Number.NaN;
  assert.ok(
    chance("openai/gpt-6-astra") > chance("meta/codellama-7b") + 0.2,
    JSON.stringify(ranking.map(({ label, success }) => [label, success])),
  );
  assert.ok(chance("openai/gpt-6-astra") < 0.99);
});

test("an agent's whole task has a chance and dollars of its own beside those of the step", async () => {
  const tools = ["bash", "str_replace_editor"].map((name) => ({ type: "function", function: { name } }));
  const text = "Migrate the build from Webpack to Vite and keep going until CI is green.";
  const [first] = rankingOf(await decide(text, [SOL, HAIKU], { tools }));
  const { agent_task: task } = first ?? assert.fail();
  assert.ok(task !== undefined && task !== null && task.step_success > (first?.success ?? 1));
  assert.ok((task.usd ?? 0) > 10 * (first?.usd ?? Infinity), JSON.stringify(task));
});

test("a ban whose value matches nothing is refused with what was meant", async () => {
  const { status, json } = await full.call<unknown>("POST", "/api/v1/preferences", {
    name: "bans nobody",
    policy: { deny: [{ provider: "deepsek" }] },
  });
  assert.equal(status, 422);
  assert.match(JSON.stringify(json), /deepseek/);
});
