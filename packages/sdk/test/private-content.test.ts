// Content that never leaves the process, over real HTTP: the same pick, the same journal, and not a word among the bytes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { readServedArtefact, readShippedArtefact } from "@signalbox/catalog";
import type { SelectRequestWire } from "@signalbox/contracts";
import { createContentReader, createRouter, loadRoutingModel } from "@signalbox/engine";
import type { DecisionRow } from "@signalbox/storage";

import { PRIVATE_WORD, VARIED_CONVERSATIONS } from "../../engine/test/varied-conversations.ts";
import { startListeningService } from "../../server/test/listening-service.ts";
import type { ListeningService } from "../../server/test/listening-service.ts";
import { createSignalbox, SignalboxApiError } from "../src/index.ts";
import type { Selection, Signalbox } from "../src/index.ts";
import { PATIENT } from "./support/serve.ts";

const llm_providers = [
  "openai/gpt-5.4-mini",
  "openai/gpt-6-luna",
  "anthropic/claude-sonnet-4-6",
  "google/gemini-2.5-flash",
  "deepseek/deepseek-chat",
];
const loading = readShippedArtefact().then(loadRoutingModel);
const sent: string[] = [];

let service: ListeningService;
let open: Signalbox;
let quiet: Signalbox;

before(async () => {
  service = await startListeningService();
  const { url: baseUrl, key: apiKey } = service;
  open = createSignalbox({ baseUrl, apiKey, ...PATIENT });
  const reader = createContentReader(await loading);
  const spying: typeof fetch = (input, init) => {
    const headers = JSON.stringify([...new Headers(init?.headers)]);
    sent.push(JSON.stringify(input), headers, typeof init?.body === "string" ? init.body : "not text");
    return fetch(input, init);
  };
  quiet = createSignalbox({ baseUrl, apiKey, reader, hashContent: true, fetch: spying, ...PATIENT });
});
after(() => service.close());

interface Pair {
  readonly onText: Selection;
  readonly onFeatures: Selection;
}

/** Each side names the sessions of its own. */
const numbersOf = ({ explanation }: Selection): object => ({
  ...explanation,
  session: { ...explanation?.session, previous_session: null },
});

/** Every string of a value, member names too. */
function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsOf).concat(Object.keys(value));
}

const PIECE_CHARS = 12;

/** Overlapping pieces of every text that is long enough to have any. */
const piecesOf = (conversation: object): string[] =>
  stringsOf(conversation).flatMap((text) =>
    Array.from({ length: Math.floor(Math.min(text.length, 2_000) / PIECE_CHARS) }, (_, index) =>
      text.slice(index * PIECE_CHARS, (index + 1) * PIECE_CHARS),
    ),
  );

type Asked = Omit<SelectRequestWire, "llm_providers" | "models" | "messages" | "input"> & {
  readonly messages: NonNullable<SelectRequestWire["messages"]>;
};

async function both(body: Asked, previous?: Pair): Promise<Pair> {
  // The same conversation is sent twice: neither may be taken for a turn of the other.
  const request = { ...body, llm_providers, include: ["explanation"], find_session: false };
  const follow = (selection: Selection | undefined): object =>
    selection === undefined ? {} : { previous_session: selection.session_id };
  const onText = await open.select({ ...request, ...follow(previous?.onText) });
  const onFeatures = await quiet.select({ ...request, ...follow(previous?.onFeatures) });
  assert.equal(onFeatures.llm_label, onText.llm_label);
  assert.deepEqual(onFeatures.ranking, onText.ranking);
  assert.deepEqual(numbersOf(onFeatures), numbersOf(onText));
  return { onText, onFeatures };
}

async function rowOf({ session_id: sessionId }: Selection): Promise<DecisionRow> {
  const { storage } = service.context;
  const [account] = (await storage.accounts.list({ cursor: undefined, limit: 1 })).items;
  const row = await storage.decisions.find({ accountId: account?.id ?? "", sessionId: sessionId ?? "" });
  assert.ok(row !== undefined);
  return row;
}

test("every conversation gets the pick and the numbers that its text gets, and sends no word of it", async () => {
  sent.length = 0;
  for (const { name: _name, ...conversation } of VARIED_CONVERSATIONS)
    for (const tradeoff of [null, "cost", "latency"] as const)
      await both({
        ...conversation,
        tradeoff,
        response_format:
          tradeoff === null ? { type: "json_schema", json_schema: { name: PRIVATE_WORD } } : null,
      });
  assert.equal(sent.length, VARIED_CONVERSATIONS.length * 9);
  const bytes = sent.join("\n").toLowerCase();
  assert.ok(!bytes.includes(PRIVATE_WORD));
  for (const { name: _name, ...conversation } of VARIED_CONVERSATIONS)
    for (const piece of piecesOf(conversation)) assert.ok(!bytes.includes(piece.toLowerCase()), piece);
});

test("a conversation that goes on keeps its session, its follow-ups and its warm cache", async () => {
  const questions = ["Prove that e is irrational.", "and why?", "thanks", "Now plan a trip.", "shorter"];
  const messages: { role: string; content: string }[] = [];
  let previous: Pair | undefined;
  for (const content of questions) {
    messages.push({ role: "user", content });
    previous = await both({ messages: [...messages] }, previous);
    messages.push({ role: "assistant", content: "Here it is. ".repeat(300) });
    service.clock.ms += 30_000;
  }
  assert.equal(previous?.onFeatures.explanation?.session.turn, questions.length);
});

test("the journal keeps what learning needs, as for the text, and no text", async () => {
  for (const { name, ...conversation } of VARIED_CONVERSATIONS) {
    const { onText, onFeatures } = await both({ ...conversation, hash_content: true });
    const [text, features] = [await rowOf(onText), await rowOf(onFeatures)];
    assert.deepEqual(features.features, text.features, name);
    assert.deepEqual(features.record, text.record, name);
    assert.equal(features.text, null);
    assert.deepEqual(features.request, { ...text.request, has_content_features: true });
  }
});

test("equal conversations have equal digests in the journal, others do not", async () => {
  const [first, again, other] = await Promise.all(
    ["Explain tides.", "Explain tides.", "Explain winds."].map((messages) =>
      quiet.select({ messages, llm_providers }).then(rowOf),
    ),
  );
  assert.equal(again?.requestDigest, first?.requestDigest);
  assert.notEqual(other?.requestDigest, first?.requestDigest);
});

test("without a reader the choice is made on digests alone", async () => {
  const { url: baseUrl, key: apiKey } = service;
  const blind = createSignalbox({ baseUrl, apiKey, hashContent: true, ...PATIENT });
  const selection = await blind.select({ messages: "Prove it.", llm_providers });
  assert.ok(llm_providers.includes(selection.llm_label));
});

test("features of an artefact that the service does not have are refused, and no fallback hides it", async () => {
  const reader = createContentReader({ ...(await loading), version: "static-other" });
  const [outcome] = await Promise.allSettled([
    quiet.select({ messages: "Prove it.", llm_providers }, { reader, fallback: "openai/gpt-5.4-mini" }),
  ]);
  assert.ok(outcome.status === "rejected" && outcome.reason instanceof SignalboxApiError);
  assert.equal(outcome.reason.code, "artefact_mismatch");
  assert.equal(outcome.reason.status, 409);
  assert.match(outcome.reason.detail, /static-other/);
});

test("a reader made of the artefact that the service gives out decides the same", async () => {
  const { url: baseUrl, key: apiKey } = service;
  const reader = createContentReader(loadRoutingModel(await readServedArtefact({ baseUrl, apiKey })));
  const selection = await quiet.select({ messages: "Prove it.", llm_providers }, { reader });
  const own = await quiet.select({ messages: "Prove it.", llm_providers });
  assert.deepEqual(selection.ranking, own.ranking);
  await assert.rejects(readServedArtefact({ baseUrl, apiKey: "sk_unknown" }), { code: "unauthenticated" });
  await assert.rejects(readServedArtefact({ baseUrl: "http://127.0.0.1:1", apiKey }), {
    code: "dependency_unavailable",
  });
});

test("the artefact is not sent again to a client that has it", async () => {
  const headers = { authorization: `Bearer ${service.key}` };
  for (const path of ["", "/tensors"]) {
    const address = `${service.url}/api/v1/content-artefact${path}`;
    const first = await fetch(address, { headers });
    assert.equal(first.status, 200);
    await first.arrayBuffer();
    const etag = first.headers.get("etag") ?? "";
    assert.ok(etag.includes((await loading).version));
    const again = await fetch(address, { headers: { ...headers, "if-none-match": etag } });
    assert.equal(again.status, 304);
    assert.equal((await again.arrayBuffer()).byteLength, 0);
    assert.equal((await fetch(address)).status, 401);
  }
});

test("the router of the process answers privately when the service cannot be reached", async () => {
  const { createCatalog } = await import("@signalbox/catalog");
  const model = await loading;
  const away = createSignalbox({
    baseUrl: "http://127.0.0.1:1",
    retries: 0,
    hashContent: true,
    reader: createContentReader(model),
    fallback: createRouter({ model, catalog: createCatalog() }),
  });
  const request = { messages: "Prove that there are infinitely many primes.", llm_providers };
  const [local, remote] = [await away.select(request), await open.select(request)];
  assert.equal(local.origin, "local");
  assert.deepEqual(local.ranking, remote.ranking);
});
