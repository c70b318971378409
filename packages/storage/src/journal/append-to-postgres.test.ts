import assert from "node:assert/strict";
import { after, describe, test } from "node:test";

import { Client } from "pg";

import { postgresSkipReason, startTestPostgres } from "../../test/start-test-postgres.ts";
import { ArrayParameter, SQL_TYPES, type MemberKind } from "./append-to-postgres.ts";
import type { SqlValue } from "./journal-message.ts";

const MEMBERS: Readonly<Record<MemberKind, readonly SqlValue[]>> = {
  text: ["", "héllo 用 \u{1f600}", null, "NULL", '{"a","b"}', "x".repeat(5_000)],
  number: [0, -0.1, null, 2 ** 53 - 1, 5e-324, Number.MAX_VALUE],
  bytes: [Uint8Array.of(), Uint8Array.of(0, 255, 10), null, new Uint8Array(5_000).fill(7)],
};

describe("an array in binary form", { skip: await postgresSkipReason() }, async () => {
  const server = await startTestPostgres();
  const client = new Client({ connectionString: await server.createDatabase() });
  await client.connect();
  after(async () => {
    await client.end();
    await server.stop();
  });

  async function read(kind: MemberKind, array: Buffer): Promise<readonly unknown[]> {
    const text = `select member from unnest($1::${SQL_TYPES[kind]}) with ordinality as t(member, place) order by place`;
    const { rows } = await client.query<{ member: unknown }>(text, [array]);
    return rows.map(({ member }) => (Buffer.isBuffer(member) ? Uint8Array.from(member) : member));
  }

  for (const kind of ["text", "number", "bytes"] as const) {
    test(`PostgreSQL reads every member of kind ${kind} as it was added`, async () => {
      const array = new ArrayParameter(kind);
      for (const member of MEMBERS[kind]) array.add(member);
      assert.deepEqual(await read(kind, array.take()), MEMBERS[kind]);
    });
  }

  test("an array that was taken stays as it is while the next one is filled", async () => {
    const array = new ArrayParameter("text");
    array.add("first");
    const first = array.take();
    const empty = array.take();
    array.add("second");
    assert.deepEqual(await read("text", first), ["first"]);
    assert.deepEqual(await read("text", empty), []);
    assert.deepEqual(await read("text", array.take()), ["second"]);
  });
});
