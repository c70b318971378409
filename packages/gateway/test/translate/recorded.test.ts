// Streams that providers really sent, without their words: translated piece by piece they say what the whole answer says when it is
// translated, and the way back says what the provider said. Letters and breaks of the pieces differ from case to case.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { PROTOCOL_NAMES, type ProtocolName } from "../../src/protocols/protocol.ts";
import type { Translator } from "../../src/translate/translator.ts";
import { translatorOf } from "../../src/translate/create-translator.ts";
import { GATHER, plainReply } from "./gather.ts";
import { createRandom, type Json, type Random } from "./native.ts";

interface Recorded {
  readonly protocol: ProtocolName;
  /** Repository and file; its words are gone, its members, numbers and order are kept. */
  readonly source: string;
  readonly events: readonly Json[];
}

const RECORDED = readFileSync(join(import.meta.dirname, "recorded.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

const CASES = 500;
const LETTERS = ["c", "g", "k", "z", "ä", "ß", "日", "語", "e\u0301", "🙂"];
const HIDDEN = /[kK§]/gu;

/** One text for each letter that was taken out, the same wherever the recording repeats it: pieces add up to their whole. */
function reworded(events: readonly Json[], random: Random): Json[] {
  const drawn = new Map(
    ["k", "K", "§"].map((sign) => [sign, LETTERS[Math.floor(random() * LETTERS.length)] ?? ""]),
  );
  const isText =
    /^(?:text|thinking|partial_json|arguments|content|reasoning_content|reasoning|refusal|input|delta)$/;
  return JSON.parse(
    JSON.stringify(events, (name, value: unknown) =>
      typeof value === "string" && isText.test(name)
        ? value.replaceAll(HIDDEN, (sign) => drawn.get(sign) ?? sign)
        : value,
    ),
  ) as Json[];
}

type Place = readonly [holder: Json, name: string];

/** Finds the piece of text in an event. */
function pieceOf(event: Json): Place | undefined {
  const delta = event["delta"];
  if (typeof delta === "string") return [event, "delta"];
  const [choice] = event["choices"] ?? [];
  const holder = delta ?? choice?.delta;
  const names = ["text", "thinking", "partial_json", "content", "reasoning_content"];
  const name = names.find((each) => typeof holder?.[each] === "string" && holder[each].length > 1);
  return name === undefined ? undefined : [holder, name];
}

/** The same event twice, with a part of its text each. */
function broken(event: Json, random: Random): Json[] {
  const place = pieceOf(event);
  const text = Array.from<string>(place?.[0][place[1]] ?? "");
  if (place === undefined || text.length < 2 || random() < 0.5) return [event];
  const at = 1 + Math.floor(random() * (text.length - 1));
  return [text.slice(0, at), text.slice(at)].map((part) => {
    const copy = structuredClone(event);
    const [holder, name] = pieceOf(copy) ?? [copy, ""];
    holder[name] = part.join("");
    return copy;
  });
}

function pair(from: ProtocolName, to: ProtocolName): Translator {
  const translator = translatorOf(from, to);
  assert.ok(translator);
  return translator;
}

const hasEnd = ({ type }: Json): boolean => type !== "ping";

/** The whole answer of a provider, as its own clients put it together. */
function wholeOf(protocol: ProtocolName, events: readonly Json[]): Json {
  if (protocol === "responses") return events.at(-1)?.["response"];
  const named = structuredClone(events).filter(hasEnd);
  const list = named.map((data) => ({ name: protocol === "messages" ? (data["type"] as string) : "", data }));
  return GATHER[protocol](protocol === "chat" ? [...list, { name: "", data: "[DONE]" }] : list);
}

/** JSON of arguments as its value: providers differ in blanks. */
const settled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, each: unknown) =>
    name === "arguments" && typeof each === "string" ? (JSON.parse(each) as unknown) : each,
  );

const SAID: Readonly<Record<ProtocolName, (answer: Json) => unknown>> = {
  messages: ({ content, stop_reason }) => ({ content, stop_reason }),
  chat: ({ choices }) => ({ choices }),
  responses: ({ output }) => ({ output }),
};

for (const to of PROTOCOL_NAMES) {
  const recorded = RECORDED.filter(({ protocol }) => protocol === to);
  for (const from of PROTOCOL_NAMES.filter((name) => name !== to))
    test(`${from} to ${to}: ${CASES} streams of ${recorded.length} recorded shapes say what their whole answers say`, () => {
      const asked = { model: "auto", stream_options: { include_usage: true } };
      for (let seed = 0; seed < CASES; seed += 1) {
        const random = createRandom(seed);
        const shape = recorded[seed % recorded.length];
        assert.ok(shape);
        const events = reworded(shape.events, random);
        const whole = wholeOf(to, events);
        const translator = pair(from, to);
        const stream = translator.stream(asked);
        const pieces = events.flatMap((event) => broken(event, random));
        const streamed = GATHER[from]([
          ...pieces.flatMap((event) => stream.push(event)),
          ...stream.end(true),
        ]);
        const translated = translator.answer(structuredClone(whole), asked) as Json;
        const name = `${shape.source}, seed ${seed}`;
        assert.deepEqual(settled(plainReply(streamed)), settled(plainReply(translated)), name);
        const back = pair(to, from).answer(translated, asked) as Json;
        const again = translator.answer(back, asked) as Json;
        assert.deepEqual(
          settled(SAID[from](plainReply(again) as Json)),
          settled(SAID[from](plainReply(translated) as Json)),
          `${name}, and back`,
        );
      }
    });
}
