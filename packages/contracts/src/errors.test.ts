// The error table is what HTTP, the documents and the client library say about faults; here it is held against them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  describeFieldError,
  ERROR_TABLE,
  invalid,
  SignalboxError,
  type ErrorCode,
  type ErrorDefinition,
} from "./errors.ts";

const ROOT = join(import.meta.dirname, "../../..");
const ROWS = Object.entries(ERROR_TABLE) as [ErrorCode, ErrorDefinition][];
/** Faults of the command line and of files: no answer of the service carries them. */
const NEVER_ON_THE_WIRE = new Set<ErrorCode>(["invalid_configuration", "invalid_data", "invalid_artefact"]);

interface OpenApi {
  readonly components: {
    readonly schemas: {
      readonly Problem: { readonly properties: { readonly code: { readonly enum: string[] } } };
    };
  };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly responses: Readonly<Record<string, { readonly description: string }>> }>
      >
    >
  >;
}
const openApi = JSON.parse(readFileSync(join(ROOT, "docs/openapi.json"), "utf8")) as OpenApi;

test("every error has an HTTP status of a fault, a short title and advice in whole sentences", () => {
  for (const [code, { status, title, docs }] of ROWS) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(Number.isInteger(status) && status >= 400 && status <= 503, code);
    assert.match(title, /^[A-Z].{3,59}[^.]$/, code);
    assert.match(docs, /^[A-Z`].*\.$/, code);
  }
});

test("no two errors have one title, so that a log line names one of them", () => {
  assert.equal(new Set(ROWS.map(([, { title }]) => title)).size, ROWS.length);
});

test("what a caller must change is never called retryable; overload and outages always are", () => {
  for (const [code, { status, retryable, fault }] of ROWS) {
    if (status === 429 || status === 503) assert.equal(retryable, true, code);
    else if (fault === "caller") assert.equal(retryable, false, code);
  }
});

test("a status of the 500s is the fault of the service, of a dependency or of the operator's files", () => {
  for (const [code, { status, fault }] of ROWS)
    if (status >= 500 && !NEVER_ON_THE_WIRE.has(code)) assert.notEqual(fault, "caller", code);
});

test("the OpenAPI document knows exactly the codes of the table", () => {
  const codes = openApi.components.schemas.Problem.properties.code.enum;
  assert.deepEqual(codes.toSorted(), ROWS.map(([code]) => code).toSorted());
});

test("every answer that the OpenAPI document names has the status and the title of its code", () => {
  const named = new Set<string>();
  for (const methods of Object.values(openApi.paths))
    for (const { responses } of Object.values(methods))
      for (const [status, { description }] of Object.entries(responses))
        for (const [, title, code] of description.matchAll(/([^()]+) \(`([a-z_]+)`\)/g)) {
          assert.ok(code !== undefined && code in ERROR_TABLE, code);
          const definition = ERROR_TABLE[code as ErrorCode];
          assert.equal(String(definition.status), status, code);
          assert.ok(title?.endsWith(definition.title), `${code}: ${title}`);
          named.add(code);
        }
  assert.ok(named.size >= 10, [...named].join(" "));
  for (const code of NEVER_ON_THE_WIRE) assert.equal(named.has(code), false, code);
});

test("the page of errors has one row for every code, with its status and whether to repeat", () => {
  const page = readFileSync(join(ROOT, "docs/errors.md"), "utf8");
  for (const [code, { status, retryable, title }] of ROWS) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${code}\` |`));
    assert.ok(row?.startsWith(`| \`${code}\` | ${status} | ${retryable ? "yes" : "no"} | ${title} |`), code);
  }
});

const missing = { location: "body.name", message: "It is missing.", fix: "Add it." };
const long = { location: "body.text", message: "It is too long.", fix: "Shorten it." };

test("a validation error repeats its first fault, because many clients show nothing else", () => {
  const error = invalid([missing]);
  assert.equal(error.code, "validation_failed");
  assert.equal(error.detail, "body.name: It is missing. Add it.");
  assert.equal(error.detail, describeFieldError(missing));
  assert.deepEqual(error.errors, [missing]);
});

test("of several faults the detail counts the rest and says where they are", () => {
  const error = invalid([missing, long, long]);
  assert.equal(error.detail, "body.name: It is missing. Add it. (and 2 more, see `errors`)");
  assert.equal(error.errors.length, 3);
});

test("faults of another kind keep the form", () => {
  assert.equal(invalid([long], "malformed_json").definition.status, 400);
});

test("without a fault to name the detail is still a sentence", () => {
  assert.equal(invalid([]).detail, "The request is not valid.");
});

test("an error carries its row of the table, its cause, and nothing that it was not given", () => {
  const cause = new Error("the socket closed");
  const error = new SignalboxError("dependency_unavailable", "The database does not answer.", {
    cause,
    retryAfterS: 2,
  });
  assert.equal(error.definition, ERROR_TABLE.dependency_unavailable);
  assert.equal(error.cause, cause);
  assert.equal(error.retryAfterS, 2);
  const plain = new SignalboxError("not_found", "There is none.");
  assert.deepEqual([plain.errors, plain.context, plain.retryAfterS], [[], {}, undefined]);
  assert.equal("cause" in plain, false);
});

test("context for the log never reaches the message", () => {
  const error = new SignalboxError("internal", "Something broke.", { context: { secret: "sk_hidden" } });
  assert.doesNotMatch(`${error.message} ${error.detail} ${String(error)}`, /sk_hidden/);
});

test("only what somebody has to look for says where it was made, and other errors keep saying it", () => {
  for (const [code, { status }] of ROWS) {
    const { stack = "" } = new SignalboxError(code, "Why.");
    const isSought = status >= 500 && code !== "overloaded";
    assert.equal(stack.includes("errors.test.ts"), isSought, code);
    assert.match(new Error("after it").stack ?? "", /errors\.test\.ts/);
  }
});
