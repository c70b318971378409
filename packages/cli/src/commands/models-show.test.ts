// The modes that are shown of a model are those that a request may ask for.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createCatalog } from "@signalbox/catalog";

import { runCommand } from "../../test/run-command.ts";

interface Shown {
  readonly modes: readonly { readonly mode: string; readonly is_default: boolean }[];
}

async function shownModes(model: string): Promise<readonly string[]> {
  const { code, out, error } = await runCommand(["models", "show", model, "--json"]);
  assert.equal(code, 0, error);
  return (JSON.parse(out) as Shown).modes.map(
    ({ mode, is_default: isDefault }) => `${mode}${isDefault ? "*" : ""}`,
  );
}

test("the modes that are shown are those that a request may ask for, whatever boards have measured", async () => {
  assert.deepEqual(await shownModes("gpt-4o"), ["default*"]);
  assert.deepEqual(await shownModes("gpt-5"), ["minimal", "low", "medium*", "high"]);
  assert.deepEqual(await shownModes("claude-sonnet-4.5"), ["none*", "low", "medium", "high", "thinking"]);
  const catalog = createCatalog();
  for (const { id, modes } of catalog.list().filter((_, at) => at % 60 === 0))
    assert.deepEqual(
      (await shownModes(id)).map((mode) => mode.replace("*", "")),
      modes?.modes.map(({ mode }) => mode) ?? ["default"],
      id,
    );
});

test("a person reads which mode a plain call answers in, and no mode of a model that has none", async () => {
  const thinker = await runCommand(["models", "show", "gpt-5"]);
  assert.match(thinker.out, /minimal +low +medium \(default\) +high\n/);
  const plain = await runCommand(["models", "show", "gpt-4o"]);
  assert.match(plain.out, /skill +ability\n/);
});
