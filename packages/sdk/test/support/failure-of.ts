import assert from "node:assert/strict";

/** The error that the work was rejected with, which must be of the kind named. */
export async function failureOf<E extends Error>(
  kind: abstract new (...parameters: never[]) => E,
  work: Promise<unknown>,
): Promise<E> {
  const [outcome] = await Promise.allSettled([work]);
  if (outcome.status === "fulfilled") assert.fail("it was expected to fail");
  assert.ok(outcome.reason instanceof kind, String(outcome.reason));
  return outcome.reason;
}
