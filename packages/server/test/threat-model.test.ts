import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROUTES } from "../src/http/routes/index.ts";

const root = join(import.meta.dirname, "../../..");
const model = readFileSync(join(root, "docs/security.md"), "utf8");

test("the threat model names every route", () => {
  for (const { method, path } of ROUTES)
    assert.ok(model.includes(`\`${method} ${path}\``), `${method} ${path}`);
});

test("the threat model names every table", () => {
  const files = globSync("packages/storage/src/migrations/[0-9]*.ts", { cwd: root });
  const source = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  const namesAfter = (verb: RegExp) => new Set(Array.from(source.matchAll(verb), ([, name]) => name ?? ""));
  const tables = namesAfter(/create table (?:if not exists )?(\w+)/g).difference(
    namesAfter(/drop table (\w+)/g),
  );
  assert.ok(tables.size > 20);
  for (const table of tables) assert.ok(model.includes(`\`${table}\``), table);
});

test("every promise names the tests and runs that hold it, and all of them exist", () => {
  const promises = model.slice(model.indexOf("## Promises"), model.indexOf("## Not promised"));
  const rows = promises.split("\n").filter((line) => /^\| (?!promise|---)/.test(line));
  const named = rows.map((row) =>
    Array.from((row.split("|")[2] ?? "").matchAll(/`([^`]+)`/g), ([, name]) => name ?? ""),
  );
  assert.ok(named.length > 25);
  const fileOf = (name: string): string => {
    const run = /^npm run torture -- (\w+)$/.exec(name)?.[1];
    if (run !== undefined) return `proof/faults/${run}.ts`;
    return `packages/${name.includes("/") ? name : `server/test/${name}`}.test.ts`;
  };
  for (const [at, names] of named.entries()) {
    assert.ok(names.length > 0, rows[at]);
    for (const name of names) assert.ok(existsSync(join(root, fileOf(name))), name);
  }
});
