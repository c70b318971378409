// `signalbox prove` before the provider that says no, with a judge of known accuracy.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { startFakeProvider, type Got, type Reply } from "../../../gateway/test/fake-provider.ts";
import { openTestGateway, post } from "../../../gateway/test/open-test-gateway.ts";
import { createJudgeScript, type JudgeOptions } from "../../../gateway/test/strict/judge-script.ts";
import { createLogger, loadConfig, openConfiguredStorage, startServer } from "@signalbox/server";

import { COMMANDS } from "../commands/index.ts";
import { runCommand } from "../../test/run-command.ts";
import { runCli } from "../run-cli.ts";
import type { ProofReport } from "./report.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-prove-"));
const DASHBOARD_REPORT = join(import.meta.dirname, "../../../web/test/support/prove-report.json");

/** Names of the members, also of those within. */
const shapeOf = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? typeof value
    : Object.entries(value).map(([name, one]) => [name, shapeOf(one)]);
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

const BASELINE = "anthropic/claude-opus-4-8";
const CHEAP = "openai/gpt-5.4-nano";
const JUDGE = "openai/gpt-5.5";
/** The cheap model fails at databases. */
const isDatabase = (prompt: string): boolean => prompt.includes("SQL");
const quality: JudgeOptions["quality"] = (model, prompt) =>
  model.includes("nano") && isDatabase(prompt) ? 2 : 7 + (prompt.length % 2);

const PROMPTS = [
  ...Array.from({ length: 24 }, (_, at) => `Translate 'good morning number ${at}' to French.`),
  ...Array.from(
    { length: 16 },
    (_, at) => `Write a SQL query that lists the ${at + 2} newest orders of each customer.`,
  ),
];
const LOST = 16;
/** Price decides, so that the cheap model gets everything unless a rule says otherwise. */
const CHEAPEST = { objective: { kind: "cost", tolerance: 0.6 } };

let files = 0;
function write(name: string, text: string): string {
  files += 1;
  const path = join(folder, `${files}-${name}`);
  writeFileSync(path, text);
  return path;
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly got: readonly Got[];
  readonly report: ProofReport;
}

interface Asked {
  readonly script?: Partial<JudgeOptions>;
  readonly file?: string;
  readonly args?: readonly string[];
  readonly budget?: string;
  readonly state?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isText?: boolean;
  /** Resolves once the run is to end. */
  readonly stopped?: Promise<string>;
}

const broken: string[] = [];

async function prove({
  script,
  file,
  args = [],
  budget = "50",
  state,
  env,
  isText,
  stopped = new Promise(() => {}),
}: Asked = {}): Promise<Ran> {
  const provider = await startFakeProvider(
    createJudgeScript({ judge: "gpt-5.5", quality, onRefusal: (rule) => void broken.push(rule), ...script }),
  );
  const upstreams = write(
    "upstreams.json",
    JSON.stringify({
      upstreams: {
        anthropic: { url: provider.url, protocols: ["messages"], client_key: true },
        openai: { url: provider.url, protocols: ["chat", "responses"], client_key: true },
      },
      candidates: [CHEAP, BASELINE],
    }),
  );
  const policy = write("policy.json", JSON.stringify(CHEAPEST));
  let [out, error] = ["", ""];
  try {
    const code = await runCli({
      commands: COMMANDS,
      env: env ?? { OPENAI_API_KEY: "sk-a", ANTHROPIC_API_KEY: "sk-ant-api-b" },
      args: `prove --baseline ${BASELINE} --judge ${JUDGE} --budget ${budget} --upstreams ${upstreams} --preference ${policy}`
        .split(" ")
        .concat(file ?? write("prompts.txt", PROMPTS.join("\n")))
        .concat(
          "--state",
          state ?? join(folder, `state-${files}.jsonl`),
          isText === true ? [] : "--json",
          args,
        ),
      console: {
        out: (text) => void (out += text),
        error: (text) => void (error += text),
        isTerminal: false,
        readInput: () => Promise.resolve(""),
        untilStopped: () => stopped,
      },
    });
    const isReport = out.startsWith("{");
    return { code, out, error, got: provider.got, report: (isReport ? JSON.parse(out) : {}) as ProofReport };
  } finally {
    await provider.close();
  }
}

test("a run says its price beforehand, compares blind in both orders, finds where the pick loses and a rule for it", async () => {
  const rule = join(folder, "rule.json");
  const losses = join(folder, "losses.html");
  const ran = await prove({ args: ["--rule", rule, "--losses", losses] });
  assert.equal(ran.code, 0, ran.error);
  const { report } = ran;
  assert.deepEqual(broken, []);
  assert.match(
    ran.error,
    /40 requests\.\nAt most [\d.]+ dollars; if answers are as long as expected, 40 comparisons with 160 calls in about \d+ minute/,
  );
  assert.equal(report.compared + report.same, 40);
  const shown = JSON.parse(readFileSync(DASHBOARD_REPORT, "utf8")) as ProofReport;
  assert.deepEqual(
    shapeOf(shown),
    shapeOf(report),
    "the report that the dashboard's tests open is of this form",
  );
  assert.equal(report.ending, "all_compared");
  assert.deepEqual([report.same, report.worse], [0, LOST]);
  const share = (40 - LOST) / 40;
  assert.deepEqual(
    [report.as_good.low, report.as_good.mean, report.as_good.high].map((each) => each.toFixed(6)),
    Array.from({ length: 3 }, () => share.toFixed(6)),
  );
  assert.ok((report.usd_share ?? 1) < 0.9);
  assert.equal(report.judged_by.flips, 0);
  assert.equal(report.weakest[0]?.losses, LOST);
  assert.ok(report.suggestion !== null && report.suggestion.as_good > report.as_good.mean);
  const page = readFileSync(losses, "utf8");
  assert.equal(page.split("<h2>").length - 1, LOST);
  assert.ok(page.includes("quality 2") && !page.includes("<script"));
  for (const { body, model } of ran.got)
    if (model === "gpt-5.5") assert.doesNotMatch(JSON.stringify(body), /nano|opus|claude/i);
  const followed = await prove({ args: ["--preference", rule] });
  assert.equal(followed.code, 0, followed.error);
  assert.deepEqual([followed.report.same, followed.report.worse], [LOST, 0]);
  assert.equal(followed.report.as_good.low, 1);
});

test("the text has the sentence, the weakness and what was spent", async () => {
  const { out, code } = await prove({ isText: true });
  assert.equal(code, 0);
  assert.match(
    out,
    /^At least as good on \d+ of 100 \(\d+ to \d+ %\), at \d+ % of the dollars billed for anthropic\/claude-opus-4-8\.\n/,
  );
  assert.match(out, /Weakest on: \w+ \(\d+ losses of \d+\)/);
  assert.match(out, /Suggested rule: \w+ stays with anthropic/);
  assert.match(out, /contradicted itself on 0 of \d+/);
});

test("the budget is passed by no more than one call, though providers bill a hundred times what was expected", async () => {
  for (const budget of ["0.05", "0.5", "2"]) {
    const state = join(folder, `budget-${budget}.jsonl`);
    const costly = (): Reply => ({ text: '{"better": "tie"}', inputTokens: 40_000, cachedTokens: 0 });
    const { report, got } = await prove({ budget, state, script: { before: costly } });
    const paid = readFileSync(state, "utf8").matchAll(/^\{"usd":([\d.e-]+)\}$/gm);
    const most = Math.max(...Array.from(paid, ([, usd]) => Number(usd)));
    assert.ok(most > 0.05);
    assert.ok(report.spent_usd <= Number(budget) + most, `${report.spent_usd} of ${budget}, ${most}`);
    assert.equal(report.calls, got.length);
    assert.equal(report.ending, "budget");
  }
});

test("a run that was stopped goes on without asking anything twice", async () => {
  const state = join(folder, "resumed.jsonl");
  const file = write("resumed.txt", PROMPTS.join("\n"));
  const first = await prove({ state, file, budget: "0.05" });
  assert.equal(first.report.ending, "budget");
  assert.ok(first.report.compared > 0);
  assert.doesNotMatch(readFileSync(state, "utf8"), /Translate|quality|SQL/);
  const second = await prove({ state, file });
  const key = ({ bytes, model }: Got): string =>
    `${model} ${bytes.toString().replaceAll(/-[\da-f]{12}/g, "")}`;
  const before = new Set(first.got.map(key));
  assert.deepEqual(
    second.got.map(key).filter((each) => before.has(each)),
    [],
  );
  assert.equal(second.report.calls, first.got.length + second.got.length);
  assert.ok(second.report.spent_usd > first.report.spent_usd);
  // A kill between the answers and the verdict leaves an open draw: it was paid for, and is not asked again.
  const lines = readFileSync(state, "utf8").trimEnd().split("\n");
  writeFileSync(
    state,
    lines
      .slice(
        0,
        lines.findLastIndex((line) => line.includes('"outcome"')),
      )
      .join("\n"),
  );
  const third = await prove({ state, file });
  assert.equal(third.got.length, 0);
  assert.equal(third.report.left_out["a run was stopped before the verdict"], 1);
  const other = await prove({ state, file, args: ["--answer-tokens", "100"] });
  assert.equal(other.code, 1);
  assert.match(other.error, /of another run/);
});

test("a signal ends the run after the comparisons in flight, and says how to go on", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const before = (_: Got, index: number): undefined => {
    if (index === 20) resolve("SIGINT");
    return undefined;
  };
  const ran = await prove({ stopped: promise, script: { before }, isText: true });
  assert.equal(ran.code, 0);
  assert.match(ran.out, /Stopped; run the same command to continue/);
  assert.ok(ran.got.length > 20 && ran.got.length < 60, `${ran.got.length}`);
});

test("the preference of a judge for a place is taken out, and named", async () => {
  const fair = await prove();
  const leaning = await prove({ script: { firstBias: 0.5 }, isText: true });
  assert.match(leaning.out, /prefers the first place/);
  const { report } = await prove({ script: { firstBias: 0.5 } });
  assert.ok(report.judged_by.flips > 0);
  // Disagreement is a tie, so a biased judge finds fewer losses and never one more.
  assert.ok(report.worse <= fair.report.worse);
  const equal = await prove({ script: { firstBias: 0.5, quality: () => 7 } });
  assert.deepEqual([equal.report.worse, equal.report.better], [0, 0]);
});

for (const [name, script, ending, words] of [
  ["always prefers the first", { firstBias: 1 }, "judge", /Take another judge/],
  ["answers nonsense", { says: "Both are lovely." }, "judge", /the judge gave no verdict/],
  ["refuses", { says: "I'm sorry, but I can't help with that." }, "judge", /the judge gave no verdict/],
] as const)
  test(`a judge that ${name} ends the run early, which says so`, async () => {
    const ran = await prove({ script });
    assert.equal(ran.code, 1);
    assert.equal(ran.report.ending, ending);
    assert.ok(ran.got.length < 100);
    assert.match((await prove({ script, isText: true })).out, words);
  });

test("a provider that dies half-way ends the run with what it knows", async () => {
  const ran = await prove({
    script: {
      before: (got, index) =>
        index > 30 && got.path.endsWith("/messages")
          ? { status: 401, error: "invalid x-api-key" }
          : undefined,
    },
  });
  assert.equal(ran.code, 1);
  assert.equal(ran.report.ending, "provider");
  assert.match(ran.report.fault ?? "", /claude-opus-4-8: 401: invalid x-api-key/);
  assert.ok(ran.report.compared > 0 && ran.report.as_good.low < ran.report.as_good.high);
});

test("a limit is waited for as long as the provider asks", async () => {
  let limited = 0;
  const ran = await prove({
    script: {
      before: (got) =>
        got.model.includes("nano") && (limited += 1) === 2
          ? { status: 429, error: "slow down", headers: { "retry-after": "0.05" } }
          : undefined,
    },
  });
  assert.equal(ran.code, 0, ran.error);
  assert.equal(ran.report.ending, "all_compared");
  assert.deepEqual(ran.report.left_out, {});
});

test("an answer that breaks off is counted as billed and left out, and its request is not asked again", async () => {
  let cut = 0;
  const ran = await prove({
    script: {
      before: (got) => (got.model.includes("nano") && (cut += 1) === 3 ? { cutAfter: 40 } : undefined),
    },
  });
  assert.equal(ran.code, 0, ran.error);
  assert.deepEqual(ran.report.left_out, { "an answer of openai/gpt-5.4-nano broke off": 1 });
});

test("a further judge rules on every fifth comparison and its agreement is shown", async () => {
  const ran = await prove({ args: ["--judges", "anthropic/claude-sonnet-5"], script: { judge: "5" } });
  assert.equal(ran.code, 0, ran.error);
  const [other] = ran.report.judged_by.others;
  assert.ok(
    other !== undefined && other.compared >= 3 && other.agreed === other.compared,
    JSON.stringify(other),
  );
});

test("a log of a tool is read with its conversations; what cannot be asked again is counted", async () => {
  const call = (messages: unknown, more: object = {}): string =>
    JSON.stringify({
      model: "gpt-5.5",
      messages,
      prompt_tokens: 9,
      completion_tokens: 9,
      call_type: "acompletion",
      response_cost: 0.001,
      ...more,
    });
  const tool = {
    type: "function",
    function: { name: "find", parameters: { type: "object", properties: {} } },
  };
  const used = [
    { role: "user", content: "Where is the config?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "c1", content: "src/config.ts" },
  ];
  const file = write(
    "litellm.jsonl",
    [
      ...Array.from({ length: 6 }, (_, at) =>
        call([
          { role: "system", content: "Be short." },
          { role: "user", content: `次の文を英語に訳してください: 猫が${at}匹` },
        ]),
      ),
      call(used, { model_parameters: { tools: [tool] } }),
      call(used),
      call([
        { role: "user", content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }] },
      ]),
      call([
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
      ]),
      call(undefined),
      "not JSON",
    ].join("\n"),
  );
  const ran = await prove({ file });
  assert.equal(ran.code, 0, ran.error);
  assert.equal(ran.report.total, 7);
  assert.deepEqual(ran.report.left_out, {
    "calls of tools without the tools": 1,
    "pictures or files": 1,
    "nothing is left to answer": 1,
    "no text was kept": 1,
    "lines that cannot be read": 1,
  });
});

test("the sample of a running gateway is read by its key alone, and holds no name of a user", async () => {
  await assert.rejects(openTestGateway({ sampleShare: 1 }), /needs a key/);
  const key = "gate-key";
  const gateway = await openTestGateway({ sampleShare: 1, key, env: { SIGNALBOX_UPSTREAM_KEY: "sk-x" } });
  try {
    for (const prompt of PROMPTS.slice(20, 32))
      await post(
        gateway,
        "/v1/messages",
        {
          model: "auto",
          max_tokens: 900,
          stream: true,
          metadata: { user_id: "person-1" },
          messages: [{ role: "user", content: prompt }],
        },
        { "x-signalbox-key": key },
      ).then((answer) => answer.text());
    const env = { OPENAI_API_KEY: "sk-a", ANTHROPIC_API_KEY: "sk-ant-api-b" };
    const refused = await prove({ file: gateway.url, env });
    assert.notEqual(refused.code, 0);
    assert.match(refused.error, /gives no sample \(401\)/);
    const ran = await prove({ file: gateway.url, env: { ...env, SIGNALBOX_GATEWAY_KEY: key } });
    assert.equal(ran.code, 0, ran.error);
    assert.equal(ran.report.total, 12);
    assert.equal(ran.report.worse, 8);
    assert.ok(ran.got.every(({ bytes }) => !bytes.includes("person-1")));
  } finally {
    await gateway.close();
  }
});

test("verdicts become feedback of a key of their own, under the account's retention", async () => {
  const dataDir = join(folder, "journal");
  const rule = join(folder, "learned-rule.json");
  const quiet = ["--data-dir", dataDir, "--log-level", "silent"];
  const config = loadConfig({
    file: undefined,
    env: {},
    flags: { "data-dir": dataDir, "log-level": "silent", port: "0" },
  });
  await (await startServer({ config })).stop();
  const ran = await prove({
    args: ["--learn", "--rule", rule, ...quiet],
    file: write("few.txt", PROMPTS.slice(20, 28).join("\n")),
  });
  assert.equal(ran.code, 0, ran.error);
  assert.doesNotMatch(ran.error, /could not be reported/);
  const storage = await openConfiguredStorage(config, createLogger("silent"));
  try {
    const [account] = (await storage.accounts.list({ limit: 2 })).items;
    const accountId = account?.id ?? "";
    const { items } = await storage.feedback.list({ accountId, limit: 100 });
    assert.equal(items.length, 16);
    const of = (label: string): readonly (number | null)[] =>
      items.filter((each) => each.label === label).map(({ value }) => value);
    assert.equal(of(CHEAP).filter((value) => value === 0).length, 4);
    assert.ok(of(BASELINE).every((value) => value === 1));
    assert.equal(new Set(items.map(({ keyId }) => keyId)).size, 1);
    assert.ok(items.every(({ keyId }) => keyId !== null));
  } finally {
    await storage.close();
  }
  const replayed = await runCommand(["replay", "--a", "default", "--b", rule, "--json", ...quiet]);
  assert.equal(replayed.code, 0, replayed.error);
  assert.ok((JSON.parse(replayed.out) as { result: { decisions: number } }).result.decisions >= 8);
});

test("the judge is checked by hand-made labels, once", async () => {
  const label = (first: number, second: number, better: string): string =>
    JSON.stringify({ prompt: "Which?", first: `quality ${first}`, second: `quality ${second}`, better });
  const labels = write(
    "labels.jsonl",
    [label(7, 2, "first"), label(2, 7, "second"), label(7, 7, "first")].join("\n"),
  );
  const state = join(folder, "labelled.jsonl");
  const file = write("labelled.txt", PROMPTS.slice(0, 3).join("\n"));
  const { report, got } = await prove({ args: ["--labels", labels], state, file });
  assert.deepEqual(report.judged_by.labelled, { compared: 3, agreed: 2 });
  const again = await prove({ args: ["--labels", labels], state, file, isText: true });
  assert.equal(again.got.length, 0);
  assert.match(again.out, /agreed with 2 of 3 hand-made labels/);
  assert.equal(got.length, report.calls);
});

test("wrong usage is said before any money is spent", async () => {
  for (const [asked, words] of [
    [{ budget: "0" }, /--budget takes a number above 0/],
    [{ budget: "much" }, /--budget takes a number above 0/],
    [{ file: join(folder, "nowhere.txt") }, /cannot be read/],
    [{ file: write("empty.txt", "\n\n") }, /has no request that can be asked again/],
    [{ env: { OPENAI_API_KEY: "sk-a" } }, /ANTHROPIC_API_KEY is not set/],
    [{ args: ["--judges", "nobody/knows-9"] }, /No upstream serves|No price is known for nobody/],
    [{ args: ["--labels", write("no-labels.jsonl", '{"prompt":"a"}')] }, /label 1: write/],
    [{ args: ["--tradeoff", "luck"] }, /--tradeoff is one of/],
    [
      {
        args: [
          "--preference",
          write("rule.json", '{"field_rules":[{"field":"cookery","prefer":{},"bonus":1}]}'),
        ],
      },
      /No conversation has this field/,
    ],
  ] as const) {
    const ran = await prove(asked);
    assert.notEqual(ran.code, 0, ran.out);
    assert.match(ran.error, words);
    assert.equal(ran.got.length, 0);
  }
});

test("a dry run spends nothing", async () => {
  const ran = await prove({ args: ["--dry-run"] });
  assert.deepEqual([ran.code, ran.got.length, ran.out], [0, 0, ""]);
  assert.match(ran.error, /At most/);
});
