import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ROUTES } from "../src/http/routes/index.ts";
import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { isStream, queryMembersOf, sampleRequest } from "./sample-request.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService({ flags: { "sign-in-attempts-max": "10000" } });
  account = await fillAccount(service, "oystercatcher");
});
after(() => service.close());

const ODD_TEXTS = [
  "\u0000",
  "a\u0000b",
  "🚂".repeat(100),
  "\u202e",
  "' or 1=1 --",
  "%00",
  "../..",
  " ",
  "x".repeat(5000),
];
const ODD_NUMBERS = [-1, 1e308, 0.5, Number.MAX_SAFE_INTEGER];

/** Every copy of the sample in which one leaf is something odd. */
function variants(sample: unknown): unknown[] {
  if (typeof sample === "string") return ODD_TEXTS;
  if (typeof sample === "number") return ODD_NUMBERS;
  if (Array.isArray(sample)) return [[], ...sample.flatMap((item) => variants(item).map((odd) => [odd]))];
  if (typeof sample !== "object" || sample === null) return [null, "odd"];
  return Object.entries(sample).flatMap(([name, member]) =>
    [...variants(member), null].map((odd) => Object.assign({}, sample, { [name]: odd })),
  );
}

const LEFT_OUT = new Set(["signOut", "deleteAccount"]);
const routes = ROUTES.filter((route) => !isStream(route) && !LEFT_OUT.has(route.operationId));

test("no odd value in a body is a fault of the service", async () => {
  for (const route of routes.filter((route) => route.body !== undefined)) {
    const { path, body } = sampleRequest(route, account.ids["preference"] ?? "");
    for (const odd of [{}, [], null, "text", 5, ...variants(body)]) {
      const answer = await account.browser.call(route.method, path, { body: odd });
      assert.ok(
        answer.status < 500,
        `${route.operationId} ${JSON.stringify(odd).slice(0, 200)}: ${answer.text}`,
      );
    }
  }
});

test("no odd value in a path or a query is a fault of the service", async () => {
  for (const route of routes.filter((route) => route.method === "GET"))
    for (const odd of ODD_TEXTS.filter((text) => text.length < 500)) {
      const { path } = sampleRequest(route, odd);
      const query = queryMembersOf(route).map((name) => `${name}=${encodeURIComponent(odd)}`);
      for (const address of [path, ...query.map((pair) => `${path.split("?", 1)[0]}?${pair}`)]) {
        const answer = await account.browser.call("GET", address);
        assert.ok(answer.status < 500, `${route.operationId} ${address}: ${answer.text}`);
      }
    }
});
