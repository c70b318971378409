// A queue of trainings that one account fills is that account's alone.
import assert from "node:assert/strict";
import { test } from "node:test";

import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService } from "./test-service.ts";

const FORM = [
  "--border",
  'content-disposition: form-data; name="dataset_file"; filename="own.csv"',
  "content-type: text/csv",
  "",
  "prompt,a/b/score",
  "hello,1",
  "--border--",
  "",
].join("\r\n");

test("an account has a few trainings in the queue and gets 429 beyond them, and another one is taken", async (t) => {
  const service = await startTestService({ flags: { "trainings-queued-max": "2" } });
  t.after(() => service.close());
  const upload = async ({ key }: FilledAccount): Promise<number> => {
    const { statusCode } = await service.app.http.inject({
      method: "POST",
      url: "/api/v1/custom-routers",
      headers: { authorization: `Bearer ${key}`, "content-type": "multipart/form-data; boundary=border" },
      payload: FORM,
    });
    return statusCode;
  };
  const [crowd, other] = [await fillAccount(service, "rook"), await fillAccount(service, "wren")];
  assert.deepEqual([await upload(crowd), await upload(crowd), await upload(crowd)], [201, 201, 429]);
  assert.equal(await upload(other), 201);
});
