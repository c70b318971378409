// The tasks that the dials were chosen on: the figures of the docs rest on others, which `npm run agents -- tasks` asks.
import assert from "node:assert/strict";
import { test } from "node:test";

import { judgeTasks, renderJudged } from "./judge-tasks.ts";
import { LOOKED_AT } from "./tasks.data.ts";

test("easy work goes to a small model and hard work to a strong one, as four clients send it", async () => {
  const judged = await judgeTasks(LOOKED_AT);
  const right = judged.filter(({ isRight }) => isRight).length;
  assert.ok(right >= 0.95 * judged.length, renderJudged(judged));
});
