import assert from "node:assert/strict";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { listSettings, SignalboxError } from "@signalbox/contracts";

import { slipsOf } from "../../test/slips.ts";
import { loadConfig } from "./load-config.ts";

const none = { file: undefined, env: {}, flags: {} };

const folder = mkdtempSync(join(tmpdir(), "signalbox-config-"));
after(() => rmSync(folder, { recursive: true }));

function writeConfig(text: string): string {
  const file = join(mkdtempSync(join(folder, "one-")), "signalbox.json");
  writeFileSync(file, text);
  return file;
}

test("defaults alone are a valid, frozen configuration", () => {
  const config = loadConfig(none);
  assert.equal(config.server.host, "127.0.0.1");
  assert.equal(config.server.port, 8787);
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.limits));
});

test("a flag beats the environment, which beats the file, which beats the default", () => {
  const file = writeConfig(JSON.stringify({ server: { port: 1001 } }));
  assert.equal(loadConfig({ ...none, file }).server.port, 1001);
  assert.equal(loadConfig({ ...none, file, env: { PORT: "1002" } }).server.port, 1002);
  assert.equal(loadConfig({ file, env: { PORT: "1002" }, flags: { port: "1003" } }).server.port, 1003);
});

test("every fault is reported, all of them together, with its origin and its fix, and without the value", () => {
  const file = writeConfig(JSON.stringify({ server: { prot: 1 }, limits: { valuesMax: "deep" } }));
  const env = { PORT: "99999", SIGNALBOX_TRUST_PROXY: "perhaps", SIGNALBOX_LOG_LEVEL: "hunter2-secret" };
  assert.throws(
    () => loadConfig({ file, env, flags: { tolerance: "NaN" } }),
    (error) => {
      assert.ok(error instanceof SignalboxError);
      assert.equal(error.code, "invalid_configuration");
      assert.equal(error.errors.length, 6);
      for (const origin of [
        "server.prot",
        "limits.valuesMax",
        "PORT",
        "SIGNALBOX_TRUST_PROXY",
        "SIGNALBOX_LOG_LEVEL",
        "--tolerance",
      ])
        assert.ok(error.detail.includes(origin), origin);
      assert.ok(!error.detail.includes("hunter2"));
      return true;
    },
  );
});

test("a file that is missing or not JSON is a fault of configuration, not a crash", () => {
  for (const file of ["/nonexistent/signalbox.json", writeConfig("{ nope"), writeConfig("[]")])
    assert.throws(
      () => loadConfig({ ...none, file }),
      (error) => error instanceof SignalboxError && error.code === "invalid_configuration",
    );
});

test("an empty environment variable counts as not set", () => {
  assert.equal(loadConfig({ ...none, env: { PORT: "" } }).server.port, 8787);
});

test("every setting has its own variable and its own flag, and a default that is itself valid", () => {
  const settings = listSettings();
  assert.equal(new Set(settings.map(({ env }) => env)).size, settings.length);
  assert.equal(new Set(settings.map(({ flag }) => flag)).size, settings.length);
  const flags = Object.fromEntries(settings.map((setting) => [setting.flag, String(setting.default)]));
  assert.deepEqual(loadConfig({ ...none, flags }), loadConfig(none));
});

test("every setting is read somewhere: none is documented and ignored", () => {
  const root = join(import.meta.dirname, "..");
  const sources = globSync("**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  // The policy is handed to the engine as a whole; the compiler compares its members.
  const names = listSettings().filter(({ path }) => !path.startsWith("policy."));
  const unread = names
    .map(({ path }) => path.split(".")[1] ?? "")
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
  assert.deepEqual(unread, []);
});

test("an environment variable one slip away from a setting is a fault that names the setting", () => {
  const known = new Set(listSettings().map(({ env }) => env));
  let count = 0;
  for (const name of known) {
    if (!name.startsWith("SIGNALBOX_")) continue;
    for (const slip of slipsOf(name)) {
      if (known.has(slip)) continue;
      assert.throws(() => loadConfig({ ...none, env: { [slip]: "1" } }), /Did you mean/, slip);
      count += 1;
    }
  }
  assert.ok(count > 3000, String(count));
  const strangers = { SIGNALBOX_URL: "u", SIGNALBOX_API_KEY: "k", DATABASE_URI: "d", HOSTS: "h" };
  assert.deepEqual(loadConfig({ ...none, env: strangers }), loadConfig(none));
});

test("a member of the configuration file one slip away from a setting is a fault", () => {
  for (const { path } of listSettings()) {
    const [group = "", name = ""] = path.split(".");
    const names = new Set(listSettings().map((setting) => setting.path));
    for (const slip of slipsOf(name).slice(0, 8)) {
      if (names.has(`${group}.${slip}`)) continue;
      const file = writeConfig(JSON.stringify({ [group]: { [slip]: 1 } }));
      assert.throws(() => loadConfig({ ...none, file }), /It is not a setting/, slip);
    }
  }
});
