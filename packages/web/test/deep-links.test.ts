import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount, cookieCalls } from "./support/seed-account.ts";

const journey = journeys();

/** Everything that the id of a model may hold. */
const OWN = ["own/model.v2.5", "own/deep/er.path", "own/a:b@c+d_e-1"];
/** No model can be called that, but an address can. */
const NOBODYS = ["two words.v1", "模型/3.5", "100%.txt", "a&b=c?d#e"];

journey("a model's page opens from a bookmark and after a reload, whatever its name holds", async (trip) => {
  const { context, page } = await trip.visit();
  await claimAccount(context, trip.server);
  const call = cookieCalls(context, trip.server.url);
  for (const id of OWN)
    await call("put", `/models/overrides/${encodeURIComponent(id)}`, {
      name: `Model ${id}`,
      context_tokens: 8192,
    });
  for (const id of ["google/gemini-3.1-flash-lite", ...OWN]) {
    const answer = await page.goto(`${trip.server.url}/models/${encodeURIComponent(id)}`);
    assert.equal(answer?.status(), 200, id);
    await page.getByText(id, { exact: true }).waitFor();
    await page.reload();
    await page.getByText(id, { exact: true }).waitFor();
  }
  for (const name of NOBODYS) {
    const answer = await page.goto(`${trip.server.url}/models/${encodeURIComponent(name)}`);
    assert.equal(answer?.status(), 200, name);
    await page.getByRole("heading", { name: "No such page", level: 1 }).waitFor();
  }
});
