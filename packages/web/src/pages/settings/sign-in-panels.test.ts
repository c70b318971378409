// The second factor and its code: what a person reads in each state.
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadAccountView } from "../../../test/support/account-view.ts";
import { attributesOf, textOf, textsOf } from "../../../test/support/render.ts";
import { ACCOUNT_KEYS } from "../../api/queries/lists.ts";

const { parts, show } = await loadAccountView();

const factorOf = (state: object): string =>
  show(parts.SecondFactorPanel, { props: {}, known: [[ACCOUNT_KEYS.secondFactor, state]] });

test("a second factor that is off asks for the password before anything else", () => {
  const html = factorOf({ since: null, recovery_codes_left: 0, is_required: false });
  assert.deepEqual(attributesOf(html, "type").includes("password"), true);
  assert.deepEqual(textsOf(html, "button"), ["Set it up"]);
  assert.doesNotMatch(html, /<img/);
});

test("a second factor that is on counts the codes left, and changes nothing without a code", () => {
  const on = { since: "2026-01-01T00:00:00.000Z", recovery_codes_left: 7, is_required: false };
  const html = factorOf(on);
  assert.match(textOf(html), /Recovery codes left: 7\./);
  assert.doesNotMatch(textOf(html), /requires it/);
  const buttons = Array.from(html.matchAll(/<button[^>]*>/g), ([tag]) => tag);
  assert.equal(buttons.length, 2);
  assert.ok(buttons.every((tag) => tag.includes('aria-disabled="true"')));
  assert.match(textOf(factorOf({ ...on, is_required: true })), /Your organisation requires it\./);
});

const refusal = (location: string): Error =>
  new parts.SignalboxApiError({
    code: "validation_failed",
    title: "The request is not valid",
    detail: "One fault.",
    status: 422,
    retryAfterS: undefined,
    requestId: "request-17",
    errors: [{ location, message: "The code is wrong.", fix: "Wait for the next one." }],
  });

const fieldOf = (error: unknown, value: string): string =>
  show(parts.CodeField, { props: { error, value, onChange: () => undefined } });

test("a code is asked for only once the service wants one, and the field stays while it is filled in", () => {
  assert.equal(fieldOf(undefined, ""), "");
  assert.equal(fieldOf(refusal("body.password"), ""), "");
  assert.match(fieldOf(refusal("body.code"), ""), /autoComplete="one-time-code"/i);
  assert.match(fieldOf(undefined, "123"), /value="123"/);
});

const shown = (error: unknown, code: string): unknown =>
  parts.untilCode({ run: () => undefined, isBusy: false, error, clear: () => undefined }, code).error;

test("the first request for a code is not shown as an error; a wrong code is", () => {
  const wanted = refusal("body.code");
  assert.doesNotMatch(fieldOf(wanted, ""), /aria-invalid|is wrong/);
  assert.match(textOf(fieldOf(wanted, "123456")), /The code is wrong\. Wait for the next one\./);
  assert.equal(shown(wanted, ""), undefined);
  assert.equal(shown(wanted, "123456"), wanted);
  const other = refusal("body.password");
  assert.equal(shown(other, ""), other);
});
