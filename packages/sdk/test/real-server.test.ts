import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { makeDataDir, startServerProcess } from "../../server/test/server-process.ts";
import type { ServerProcess } from "../../server/test/server-process.ts";
import { createSignalboxAdmin } from "../src/admin/index.ts";
import type { SignalboxAdmin } from "../src/admin/index.ts";
import { createSignalbox, SignalboxApiError } from "../src/index.ts";
import type { Signalbox } from "../src/index.ts";
import { failureOf as failure } from "./support/adapter-world.ts";
import { PATIENT } from "./support/serve.ts";

const MAIN = join(import.meta.dirname, "../../cli/src/main.ts");
const dataDir = makeDataDir();
let server: ServerProcess;
let client: Signalbox;
let admin: SignalboxAdmin;

before(async () => {
  server = await startServerProcess(dataDir.path);
  assert.ok(server.key !== null);
  client = createSignalbox({ baseUrl: server.url, apiKey: server.key, ...PATIENT });
  admin = createSignalboxAdmin({ baseUrl: server.url, apiKey: server.key });
});

after(async () => {
  server.child.kill("SIGTERM");
  await server.ended;
  dataDir.remove();
});

/** The operator's command, on the data of the running server. */
function runCommand(...words: string[]): string {
  const args = ["--disable-warning=ExperimentalWarning", MAIN, ...words, "--data-dir", dataDir.path];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout;
}

const REQUEST = {
  messages: [{ role: "user", content: "What is 12 times 12?" }],
  llm_providers: [{ model: "openai/gpt-5.4-mini" }, { model: "openai/gpt-6-luna" }],
};

const failureOf = (work: Promise<unknown>): Promise<SignalboxApiError> => failure(SignalboxApiError, work);

test("one conversation goes the whole way: chosen, explained, reported, found again", async () => {
  const answer = await client.select({ ...REQUEST, include: ["explanation"] });
  assert.ok(answer.origin === "service");
  assert.equal(answer.candidate.model, answer.llm_label);
  assert.deepEqual(new Set(answer.ranking), new Set(REQUEST.llm_providers.map(({ model }) => model)));
  assert.equal(answer.explanation?.ranking.length, 2);
  const report = { session_id: answer.session_id, value: "up" } as const;
  assert.equal((await client.feedback(report)).status, "recorded");
  assert.equal((await client.feedback(report)).status, "unchanged");
  const decision = await admin.decisions.get(answer.session_id);
  assert.equal(decision.feedback_value, 1);
  const page = await admin.decisions.list({ q: answer.session_id });
  assert.deepEqual(
    page.data.map((row) => row.session_id),
    [answer.session_id],
  );
});

test("a preference is made, used, changed once per version and removed", async () => {
  const made = await admin.preferences.create({
    name: "Luna only",
    policy: { allow: [{ label: "*luna" }] },
  });
  const answer = await client.select({ ...REQUEST, preference_id: made.id });
  assert.equal(answer.llm_label, "openai/gpt-6-luna");
  const body = { name: "Changed", expected_version: 1 };
  assert.equal((await admin.preferences.update(made.id, body)).version, 2);
  assert.equal((await failureOf(admin.preferences.update(made.id, body))).code, "conflict");
  await admin.preferences.remove(made.id);
  assert.equal((await failureOf(admin.preferences.get(made.id))).code, "not_found");
});

test("text hashed in the process is never sent, and a choice is made all the same", async () => {
  const sent: string[] = [];
  const spying: typeof fetch = (input, init) => {
    sent.push(typeof init?.body === "string" ? init.body : "");
    return fetch(input, init);
  };
  const quiet = createSignalbox({ baseUrl: server.url, apiKey: server.key ?? "", fetch: spying });
  const answer = await quiet.select(REQUEST, { hashContent: true });
  assert.equal(sent.join("").includes("12 times"), false);
  assert.match(answer.session_id ?? "", /^[0-9a-f-]{36}$/);
});

test("a decision made now arrives in the live tail", async () => {
  const controller = new AbortController();
  const tail = admin.decisions.stream({ signal: controller.signal });
  const made: string[] = [];
  const state = { hasArrived: false };
  const first = tail.next().then((event) => {
    state.hasArrived = true;
    return event;
  });
  // The tail tells what comes after it was opened; nobody knows when that is, so decisions go on until one is reported.
  while (!state.hasArrived && made.length < 500) made.push((await client.select(REQUEST)).session_id ?? "");
  const { value } = await first;
  controller.abort();
  assert.ok(value !== undefined && made.includes(value.session_id));
});

test("faults come with their code, the field, and what would fix it", async () => {
  const bad = await failureOf(client.select({ ...REQUEST, llm_providers: [] }));
  assert.equal(bad.status, 422);
  assert.ok(bad.errors[0]?.location.includes("llm_providers"));
  assert.ok((bad.requestId ?? "").length > 0);
  const stranger = createSignalbox({ baseUrl: server.url, apiKey: "sk_unknown" });
  assert.equal((await failureOf(stranger.select(REQUEST))).code, "unauthenticated");
  assert.equal((await failureOf(admin.members.list())).code, "forbidden");
});

test("without a key, and from the moment a key is revoked, the call is refused and no fallback hides it", async () => {
  const made = JSON.parse(runCommand("keys", "create", "--json")) as { id: string; key: string };
  const fallback = "openai/gpt-6-luna";
  const team = createSignalbox({ baseUrl: server.url, apiKey: made.key, fallback });
  assert.equal((await team.select(REQUEST)).origin, "service");
  runCommand("keys", "revoke", made.id);
  // Another process revoked it; the server hears of that soon, and nothing tells when.
  const asks = async (): Promise<unknown> => {
    for (;;) await team.select(REQUEST);
  };
  assert.equal((await failureOf(asks())).code, "unauthenticated");
  const keyless = createSignalbox({ baseUrl: server.url, apiKey: "", fallback });
  assert.equal((await failureOf(keyless.select(REQUEST))).code, "unauthenticated");
  const anyway = await keyless.select(REQUEST, { fallbackFor: "everything" });
  assert.deepEqual([anyway.origin, anyway.llm_label, anyway.fault?.status], ["default", fallback, 401]);
});

test("what a call took and how good it was are kept together for the model that answered", async () => {
  const answer = await client.chat(REQUEST, ({ model }, _request, { selection }) => {
    if (model === selection.llm_label) throw new Error("out of order");
    return { text: "144", usage: { prompt_tokens: 9, completion_tokens: 3 } };
  });
  await client.flush();
  assert.notEqual(answer.llm_label, answer.selection.llm_label);
  assert.equal((await answer.feedback("up"))?.label, answer.llm_label);
  assert.equal((await answer.feedback("up"))?.status, "unchanged");
});
