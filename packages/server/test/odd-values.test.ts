import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { ROUTES } from "../src/http/routes/index.ts";
import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { ODD_TEXTS, oddVariants } from "./odd-values.ts";
import { isStream, queryMembersOf, sampleRequest } from "./sample-request.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService({ flags: { "sign-in-attempts-max": "10000" } });
  account = await fillAccount(service, "oystercatcher");
});
after(() => service.close());

const LEFT_OUT = new Set(["signOut", "deleteAccount"]);
const routes = ROUTES.filter((route) => !isStream(route) && !LEFT_OUT.has(route.operationId));

test("no odd value in a body is a fault of the service", async () => {
  for (const route of routes.filter((route) => route.body !== undefined)) {
    const { path, body } = sampleRequest(route, account.ids["preference"] ?? "");
    for (const odd of [{}, [], null, "text", 5, ...oddVariants(body)]) {
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
