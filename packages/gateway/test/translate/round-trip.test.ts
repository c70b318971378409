// Translated calls, answers and streams beside native ones: equal in everything that both protocols can say.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PROTOCOL_NAMES, type ProtocolName } from "../../src/protocols/protocol.ts";
import type { StreamEvent, Translator } from "../../src/translate/translator.ts";
import { translatorOf } from "../../src/translate/create-translator.ts";
import { GATHER, plain, plainReply } from "./gather.ts";
import { CALLS, createRandom, replyOf, REPLIES, scenarioOf, STREAMS, type Json } from "./native.ts";

const CASES = 500;
const PAIRS = PROTOCOL_NAMES.flatMap((from) =>
  PROTOCOL_NAMES.filter((to) => to !== from).map((to) => [from, to] as const),
);

function pair(from: ProtocolName, to: ProtocolName): Translator {
  const translator = translatorOf(from, to);
  assert.ok(translator);
  return translator;
}

function translateStream(translator: Translator, asked: Json, events: readonly Json[]): StreamEvent[] {
  const stream = translator.stream(asked);
  return [...events.flatMap((event) => stream.push(event)), ...stream.end(true)];
}

for (const [from, to] of PAIRS) {
  test(`${from} to ${to}: ${CASES} calls equal native ones`, () => {
    for (let seed = 0; seed < CASES; seed += 1) {
      const scenario = scenarioOf(createRandom(seed));
      const sent = pair(from, to).request(CALLS[from](scenario));
      assert.deepEqual(plain(sent), plain(CALLS[to](scenario)), `seed ${seed}`);
      const back = pair(to, from).request(sent);
      assert.deepEqual(plain(back), plain(CALLS[from](scenario)), `seed ${seed} and back`);
    }
  });

  test(`${from} to ${to}: ${CASES} answers equal native ones, whole and streamed`, () => {
    for (let seed = 0; seed < CASES; seed += 1) {
      const random = createRandom(seed);
      const reply = replyOf(random);
      const asked = CALLS[from](scenarioOf(random));
      const native = plainReply(REPLIES[from](reply));
      const whole = pair(from, to).answer(REPLIES[to](reply), asked);
      assert.deepEqual(plainReply(whole), native, `seed ${seed}, whole`);
      const events = translateStream(pair(from, to), asked, STREAMS[to](reply, random));
      assert.deepEqual(plainReply(GATHER[from](events)), native, `seed ${seed}, streamed`);
    }
  });
}
