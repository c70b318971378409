import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { readDatabaseLocation } from "./open-storage.ts";

test("PostgreSQL is what says so, white space trimmed, and its public name holds no secret", () => {
  const location = readDatabaseLocation("  postgresql://app:hush@db.internal:5433/signalbox\n");
  assert.deepEqual(location, {
    kind: "postgres",
    url: "postgresql://app:hush@db.internal:5433/signalbox",
    publicName: "PostgreSQL at db.internal:5433/signalbox",
  });
});

test("a socket folder counts as the host of PostgreSQL", () => {
  const location = readDatabaseLocation("postgres:///signalbox?host=/var/run/postgresql");
  assert.equal(location.publicName, "PostgreSQL at /var/run/postgresql/signalbox");
});

test("SQLite is a path, sqlite: or file:", () => {
  for (const [given, path] of [
    ["/var/lib/signalbox.db", "/var/lib/signalbox.db"],
    ["./here.db", resolve("here.db")],
    ["../up.db", resolve("../up.db")],
    ["sqlite:data/a.db", resolve("data/a.db")],
    ["sqlite:///srv/a.db", "/srv/a.db"],
    ["file:///srv/b.db", "/srv/b.db"],
    ["file:b.db", resolve("b.db")],
    [" :memory: ", ":memory:"],
  ] as const)
    assert.deepEqual(
      readDatabaseLocation(given),
      { kind: "sqlite", url: path, publicName: `SQLite in ${path}` },
      given,
    );
});

test("an address that does not say which database it means is refused, and not repeated", () => {
  for (const given of [
    "127.0.0.1:5432",
    "app:hush@127.0.0.1/db",
    "localhost",
    "db.internal:5432/hush",
    "mysql://root:hush@host/db",
    "signalbox.db",
    "postgres:hush",
    "postgres://",
    "sqlite:",
    "",
  ])
    assert.throws(
      () => readDatabaseLocation(given),
      (error: unknown) =>
        error instanceof SignalboxError &&
        error.code === "invalid_configuration" &&
        error.detail.includes("postgres://USER") &&
        !error.detail.includes("hush"),
      given,
    );
});
