// Every name and every enumeration that the published schemas state, with every text that is one slip away: refused or
// warned of, never taken in silence. The schemas are walked, so what is added to them is tried here without being named.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createCatalog } from "@signalbox/catalog";
import { SelectRequestSchema, SignalboxError, type FieldError } from "@signalbox/contracts";
import { readSelectRequest } from "@signalbox/engine";

import { createCallReader } from "../src/http/run-route.ts";
import type { AnyCall, Route } from "../src/http/route.ts";
import { ROUTES } from "../src/http/routes/index.ts";
import { EXAMPLE } from "./select-client.ts";
import { edited, slipsOf, type Edited } from "./slips.ts";

type Faults = readonly FieldError[];
type Judge = (value: unknown) => Faults;

function faultsOf(run: () => Faults): Faults {
  try {
    return run();
  } catch (error) {
    assert.ok(error instanceof SignalboxError, String(error));
    return error.errors;
  }
}

/** How many edits were tried; fails on the first that nobody noticed. */
function tryAll(edits: Iterable<Edited>, hear: Judge): number {
  let count = 0;
  for (const { value, what } of edits) {
    assert.ok(hear(value).length > 0, `${what}: ${JSON.stringify(value).slice(0, 300)}`);
    count += 1;
  }
  return count;
}

/** The management interface: what existing clients of other services call stays as lenient as they need. */
const STRICT_ROUTES = ROUTES.filter(
  ({ isCompatible, bodyCheck }) => isCompatible !== true && bodyCheck === undefined,
);

const readerOf = (route: Route): ((sent: Partial<AnyCall>) => Faults) => {
  const read = createCallReader(route);
  return (sent) =>
    faultsOf(() => {
      read({ params: {}, query: {}, body: undefined, ...sent } as AnyCall);
      return [];
    });
};

/** Judged as a request, or the provider's own object, which is taken as it comes. */
const NOT_JUDGED = /^body\.(?:conversations\[\]|usage)\./;

test("no body of the management interface holds a slip in silence", (context) => {
  let count = 0;
  for (const route of STRICT_ROUTES) {
    if (route.body === undefined || route.bodyKind === "multipart") continue;
    const hear = readerOf({ ...route, params: undefined, query: undefined });
    // Conversations to try a policy on are routing requests: `hearSelect` judges them, and its warnings are faults there.
    const slips = edited(route.body).filter(({ what }) => !NOT_JUDGED.test(what));
    count += tryAll(slips, (body) => hear({ body }));
  }
  context.diagnostic(`${count} bodies with one slip`);
  assert.ok(count > 3000, String(count));
});

test("no query of the management interface holds a slip in silence", (context) => {
  let count = 0;
  for (const route of STRICT_ROUTES) {
    if (route.query === undefined) continue;
    const hear = readerOf({ ...route, params: undefined, body: undefined });
    const { properties = {} } = route.query as { properties?: Readonly<Record<string, unknown>> };
    const names = Object.keys(properties);
    for (const name of names)
      for (const slip of slipsOf(name)) {
        if (names.includes(slip)) continue;
        assert.ok(hear({ query: { [slip]: "1" } }).length > 0, `${route.path}?${slip}`);
        count += 1;
      }
  }
  context.diagnostic(`${count} queries with one slip`);
  assert.ok(count > 1000, String(count));
});

/** A day on which every model that the bodies name is served. */
const catalog = createCatalog({ asOf: new Date("2026-06-01T00:00:00Z") });
const hearSelect: Judge = (value) =>
  faultsOf(() => {
    const { llm_providers, ...conversation } = EXAMPLE;
    const sent = value as object;
    const candidates = "models" in sent ? {} : { llm_providers };
    return readSelectRequest({ ...conversation, ...candidates, ...sent }, catalog).warnings;
  });

test("no routing request holds a slip in silence, in any member at any depth", (context) => {
  const count = tryAll(edited(SelectRequestSchema), hearSelect);
  context.diagnostic(`${count} requests with one slip`);
  assert.ok(count > 1500, String(count));
});

/** Values that descriptions enumerate and schemas cannot, since other words are allowed beside them. */
const OPEN_ENUMERATIONS: Readonly<Record<string, readonly [words: string, body: (word: string) => object]>> =
  {
    roles: ["system developer assistant user tool", (role) => ({ messages: [{ role, content: "hello" }] })],
    "parts of a message": [
      "text input_text output_text image_url input_image input_audio video_url file input_file document tool_use tool_result",
      (type) => ({ messages: [{ role: "user", content: [{ type, text: "hello" }] }] }),
    ],
    "items of a conversation": [
      "message function_call function_call_output",
      (type) => ({ messages: ["hello", { type, role: "assistant", content: "hello" }] }),
    ],
    "forms of an answer": ["json_object json_schema text", (type) => ({ response_format: { type } })],
    "what an answer holds": ["explanation ranking warnings", (name) => ({ include: [name] })],
    modalities: [
      "text image audio video file",
      (name) => ({ llm_providers: [{ model: "o3", attributes: { modalities: [name] } }] }),
    ],
  };

test("no word that the descriptions enumerate holds a slip in silence", (context) => {
  let count = 0;
  for (const [name, [words, body]] of Object.entries(OPEN_ENUMERATIONS)) {
    const all = new Set(words.split(" "));
    for (const word of all) {
      assert.deepEqual(hearSelect(body(word)), [], `${name}: ${word}`);
      for (const slip of slipsOf(word)) {
        if (all.has(slip) || slip === "") continue;
        assert.ok(hearSelect(body(slip)).length > 0, `${name}: ${slip} for ${word}`);
        count += 1;
      }
    }
  }
  context.diagnostic(`${count} words with one slip`);
  assert.ok(count > 900, String(count));
});

test("no benchmark that the catalogue knows holds a slip in silence", () => {
  const names = new Set(catalog.list().flatMap(({ scores }) => scores.map(({ benchmark }) => benchmark)));
  const hear = (name: string) =>
    hearSelect({ llm_providers: [{ model: "mine", attributes: { benchmarks: { [name]: 0.5 } } }] });
  assert.ok(names.size > 20);
  for (const name of names) {
    assert.deepEqual(hear(name), [], name);
    for (const slip of slipsOf(name))
      if (!names.has(slip) && slip !== "") assert.ok(hear(slip).length > 0, slip);
  }
});

test("no model of the catalogue holds a slip in silence, wherever in its name it is", (context) => {
  const models = catalog.list().map(({ id }) => id);
  let [count, others] = [0, 0];
  for (const model of models)
    for (const slip of slipsOf(model.slice(model.indexOf("/") + 1))) {
      const spelling = `${model.slice(0, model.indexOf("/") + 1)}${slip}`;
      if (catalog.resolve({ model: spelling }) !== undefined) others += 1;
      else {
        const [warning] = hearSelect({ llm_providers: [{ model: spelling }] });
        // Either a model that is meant is proposed, or the one that the name is taken for is named.
        assert.match(warning?.fix ?? "", /^Did you mean |^Name it /, spelling);
        count += 1;
      }
    }
  context.diagnostic(`${count} misspelt names of ${models.length} models; ${others} are the name of a model`);
  assert.ok(count > 20_000, String(count));
});
