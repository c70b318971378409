// The one schema of the configuration is file, environment, flags and documentation: no two settings may share a name.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Compile } from "typebox/compile";

import { listSettings } from "./config-schema.ts";

const settings = listSettings();
const duplicates = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

test("path, environment variable and flag each name one setting", () => {
  assert.ok(settings.length > 40);
  assert.deepEqual(duplicates(settings.map(({ path }) => path)), []);
  assert.deepEqual(duplicates(settings.map(({ env }) => env)), []);
  assert.deepEqual(duplicates(settings.map(({ flag }) => flag)), []);
});

test("names keep one form, so that no caller has to guess", () => {
  for (const { path, env, flag } of settings) {
    assert.match(path, /^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*$/);
    assert.match(flag, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    assert.match(env, /^(SIGNALBOX_[A-Z0-9_]+|HOST|PORT|DATABASE_URL|LOG_LEVEL)$/, path);
  }
});

test("every default fits its own schema and range", () => {
  for (const { path, schema, default: value } of settings) assert.ok(Compile(schema).Check(value), path);
});

test("numbers have two ends, choices have choices, and every setting says what it does", () => {
  for (const { path, kind, minimum, maximum, choices, description } of settings) {
    const isNumber = kind === "integer" || kind === "number";
    assert.equal(minimum !== undefined && maximum !== undefined && minimum < maximum, isNumber, path);
    assert.equal(choices.length > 1, kind === "choice", path);
    assert.match(description, /^[A-Z`].*\.$/s, path);
  }
});

test("a number just outside its range is refused by its schema", () => {
  for (const { path, schema, kind, minimum, maximum } of settings)
    if (kind === "integer") {
      const check = Compile(schema);
      assert.equal(check.Check((minimum ?? 0) - 1), false, path);
      assert.equal(check.Check((maximum ?? 0) + 1), false, path);
      assert.equal(check.Check((minimum ?? 0) + 0.5), false, path);
    }
});

test("what opens doors is marked as secret, and nothing else by accident", () => {
  const secret = settings.filter(({ isSecret }) => isSecret).map(({ path }) => path);
  for (const { path } of settings)
    if (/(password|secret|token)$/i.test(path)) assert.ok(secret.includes(path), path);
  for (const path of secret) assert.match(path, /password|secret|token|url|key/i, path);
});

test("who knows a setting's flag knows its environment variable", () => {
  for (const { path, env, flag } of settings) {
    const spelt = flag.replaceAll("-", "_").toUpperCase();
    assert.ok(env === spelt || env === `SIGNALBOX_${spelt}`, `${path}: --${flag} and ${env}`);
  }
});

test("times are in milliseconds, seconds or days, and the name says which", () => {
  const times = settings.filter(({ description }) =>
    /\b(?:how long|interval|lifetime|duration|time to receive|timeout|days to keep|hours between)\b/i.test(
      description,
    ),
  );
  assert.ok(times.length > 10);
  for (const { path } of times) assert.match(path, /(?:Ms|S|MinutesMax|Days|Hours)$/, path);
});
