// The units in which learning sees a prompt, as the committed artefact holds them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readShippedArtefact } from "@signalbox/catalog";
import { loadRoutingModel } from "@signalbox/engine";
import { ABOUT_COUNT, readConversation, readMessages } from "@signalbox/engine/internals";
import { loadAtlas } from "../../atlas/atlas.ts";

const model = loadRoutingModel(await readShippedArtefact());
const encodings = loadAtlas()
  .entries.filter(({ isHeldOut }) => isHeldOut)
  .filter((_, index) => index % 3 === 0)
  .map(({ messages, tools }) => {
    const wire = messages.map(({ role, content }) =>
      role === "tool" ? { role, content, tool_call_id: "call" } : { role, content },
    );
    return model.encode(
      readConversation(
        readMessages(wire),
        tools.map((name) => ({ name })),
      ),
    );
  });

test("over requests that nobody learned from, columns lie about zero and move by about one", () => {
  for (let column = 0; column < ABOUT_COUNT; column += 1) {
    const values = encodings.map(({ features }) => features[column] ?? Number.NaN);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    assert.ok(Math.abs(mean) < 0.6, `column ${column}: mean ${mean}`);
    assert.ok(Math.sqrt(square) < 2.5, `column ${column}: deviation ${Math.sqrt(square)}`);
  }
});

test("requests like those of the atlas are familiar, and noise in no language is not", () => {
  const familiar = encodings.map(({ familiarity }) => familiarity).toSorted((a, b) => a - b);
  assert.ok((familiar[Math.floor(familiar.length / 2)] ?? 0) > 0.7);
  assert.ok((familiar[Math.floor(familiar.length / 20)] ?? 0) > 0.3);
});
