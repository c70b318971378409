import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ROUTES } from "../src/http/routes/index.ts";
import type { Route } from "../src/http/route.ts";
import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { comparableExport, leaksOf, NAMED_BY_CALLER } from "./leaks.ts";
import { isStream, sampleRequest } from "./sample-request.ts";
import type { Answer } from "./test-browser.ts";
import type { TestService } from "./test-service.ts";

/** Starts what the suite runs on: a service of its own, and how it is taken down. */
type StartService = (flags: Readonly<Record<string, string>>) => Promise<TestService>;

let service: TestService;
let mine: FilledAccount;
let theirs: FilledAccount;

/** Routes that end the caller's own session or account would spoil the rest. */
const ENDS_SESSION = new Set(["signOut", "deleteAccount"]);

const isLeftOut = ({ operationId }: Route): boolean =>
  ENDS_SESSION.has(operationId) || NAMED_BY_CALLER.has(operationId);
const tried = ROUTES.filter((route) => !isStream(route) && !isLeftOut(route));
const hasParams = (route: Route): boolean => route.path.includes(":");

function assertNothingLeaks(route: Route, answer: Answer, given: string): void {
  const { operationId } = route;
  assert.ok(answer.status < 500, `${operationId}: ${answer.status} ${answer.text.slice(0, 300)}`);
  const leaks = leaksOf(answer.text, given, theirs.markers);
  assert.deepEqual(leaks, [], `${operationId}: ${answer.text.slice(0, 300)}`);
}

/** One id is enough for a route that has no place for it. */
function idsToTry(route: Route): readonly string[] {
  const ids = Object.values(theirs.ids);
  const hasPlace = JSON.stringify(sampleRequest(route, "a")) !== JSON.stringify(sampleRequest(route, "b"));
  return hasPlace ? ids : ids.slice(0, 1);
}

async function callBothWays(route: Route, id: string): Promise<readonly Answer[]> {
  const { path, body } = sampleRequest(route, id);
  const init = body === undefined ? {} : { body };
  const asPerson = await mine.browser.call(route.method, path, init);
  const asKey = await service.browser().call(route.method, path, {
    ...init,
    headers: { authorization: `Bearer ${mine.key}` },
  });
  return [asPerson, asKey];
}

/** Promise 5: one account can neither see, use nor influence what is another's. */
export function testIsolation(database: string, start: StartService): void {
  before(async () => {
    service = await start({ "sign-in-attempts-max": "10000" });
    theirs = await fillAccount(service, "zebrafinch");
    mine = await fillAccount(service, "ostrich");
  });
  after(() => service.close());

  test(`no route shows, changes or deletes anything of another account, whatever id it is given (${database})`, async () => {
    const before = comparableExport((await theirs.browser.call("GET", "/account/export")).text);
    for (const route of tried)
      for (const id of idsToTry(route))
        for (const answer of await callBothWays(route, id)) {
          assertNothingLeaks(route, answer, id);
          if (hasParams(route))
            assert.ok([401, 403, 404, 422].includes(answer.status), `${route.operationId}: ${answer.status}`);
        }
    const later = comparableExport((await theirs.browser.call("GET", "/account/export")).text);
    assert.equal(later, before);
    assert.match(before, /zebrafinch/);
  });

  test(`a foreign id and one that never existed get the same answer (${database})`, async () => {
    const never = "11111111-2222-4333-8444-555555555555";
    const plain = (text: string): string => text.replace(/"request_id":"[^"]*"/, "");
    for (const route of tried.filter(hasParams))
      for (const id of Object.values(theirs.ids)) {
        const [foreign] = await callBothWays(route, id);
        const [missing] = await callBothWays(route, never);
        assert.equal(plain(foreign?.text ?? ""), plain(missing?.text ?? ""), route.operationId);
      }
  });

  test(`a correction of a model is the account's own, also under another account's name for it (${database})`, async () => {
    const path = "/models/overrides/zebrafinch%2Fhouse-model";
    const before = await theirs.browser.call("GET", "/models");
    assert.equal((await mine.browser.call("DELETE", path)).status, 404);
    await mine.browser.call("PUT", path, { body: { name: "mine" } });
    assert.equal((await theirs.browser.call("GET", "/models")).text, before.text);
    assert.match(before.text, /model zebrafinch/);
  });

  test(`a page cursor of another account opens nothing of it (${database})`, async () => {
    await theirs.browser.post("/preferences", { name: "zebrafinch two" }, 201);
    const page = await theirs.browser.get<{ next_cursor: string | null }>("/preferences?limit=1");
    assert.notEqual(page.next_cursor, null);
    const answer = await mine.browser.call("GET", `/preferences?cursor=${page.next_cursor}`);
    assert.ok(!answer.text.includes("zebrafinch"), answer.text);
  });

  test(`the ids that the routes are tried with do work for their own account (${database})`, async () => {
    const { ids, browser } = theirs;
    for (const path of [
      `/preferences/${ids["preference"]}`,
      `/decisions/${ids["session"]}`,
      "/members",
      "/keys",
    ])
      assert.match((await browser.call("GET", path)).text, /zebrafinch/, path);
  });
}
