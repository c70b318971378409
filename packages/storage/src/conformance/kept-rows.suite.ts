// Custom routers that are trained again: the rows kept with them, and their way back to the queue.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import type { Storage } from "../index.ts";
import { addAccount, drain, T0 } from "./fixtures.ts";

export function describeKeptRows(open: () => Storage): void {
  test("the rows of a training stay when it ends, go by themselves, and only its own worker brings them", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ref = { accountId, id: randomUUID() };
    const { customRouters } = storage;
    await customRouters.create({ ...ref, params: {}, createdAtMs: 0, name: "mine", upload: {} });
    const parts = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    const put = (workerId: string, bytes = parts) =>
      customRouters.putRows({ ...ref, workerId, parts: bytes, upload: { kept: bytes.length } });
    assert.equal(await put("w"), false);
    assert.equal((await customRouters.claim({ workerId: "w", nowMs: T0, leaseMs: 100 }))?.id, ref.id);
    assert.equal(await put("other"), false);
    assert.equal(await put("w"), true);
    assert.equal(await put("w", [Uint8Array.of(4)]), true);
    assert.equal(await put("w"), true);
    await customRouters.finish({ ...ref, workerId: "w", nowMs: T0, report: { ok: 1 } });
    await customRouters.purgeUploads({ staleBeforeMs: T0 + 1, nowMs: T0 });
    assert.deepEqual(await drain(customRouters.streamEvidence({ ...ref, kind: "rows" })), parts);
    assert.deepEqual((await customRouters.find(ref))?.upload, { kept: 2 });
    assert.equal(await put("w", []), false);
    assert.equal(await customRouters.deleteEvidence({ ...ref, kind: "rows" }), 2);
    assert.deepEqual(await drain(customRouters.streamEvidence({ ...ref, kind: "rows" })), []);
  });

  test("a training that has ended is queued again with other wishes, and keeps its report if it then fails", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ref = { accountId, id: randomUUID() };
    const { customRouters } = storage;
    await customRouters.create({ ...ref, params: { a: 1 }, createdAtMs: 0, name: "mine", upload: {} });
    const again = () => customRouters.requeue({ ...ref, params: { b: 2 }, nowMs: T0 });
    assert.equal(await again(), false);
    const claim = async () =>
      (await customRouters.claim({ workerId: "w", nowMs: T0, leaseMs: 100 }))?.id === ref.id;
    assert.ok(await claim());
    assert.equal(await again(), false);
    await customRouters.finish({ ...ref, workerId: "w", nowMs: T0, report: { ok: 1 } });
    assert.deepEqual([await again(), await again()], [true, false]);
    const queued = await customRouters.find(ref);
    const { state, params, attempts, progress, error } = queued!;
    assert.deepEqual(
      { state, params, attempts, progress, error },
      { state: "queued", params: { b: 2 }, attempts: 0, progress: 0, error: null },
    );
    assert.ok(await claim());
    await customRouters.finish({ ...ref, workerId: "w", nowMs: T0, error: "no" });
    const failed = await customRouters.find(ref);
    assert.deepEqual([failed?.state, failed?.report, failed?.error], ["failed", { ok: 1 }, "no"]);
  });
}
