// The cost of deciding on features beside deciding on the text, side by side in one run: on the service from the body's bytes to
// the decision, on the client for reading and hiding the conversation, and the bytes of both bodies.
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import type { SelectRequestWire } from "@signalbox/contracts";
import {
  createContentReader,
  createEngine,
  loadRoutingModel,
  plainInput,
  readSelectRequest,
} from "@signalbox/engine";
import { hideContent } from "@signalbox/sdk";

import { buildBody } from "./cases.ts";
import { percentile } from "../load/statistics.ts";

const ROUNDS = 2_000;
const WARM_UP = 300;
const CASES = [
  { bytes: 1_024, turns: 1 },
  { bytes: 16_384, turns: 8 },
  { bytes: 131_072, turns: 40 },
];

const catalog = createCatalog();
const model = loadRoutingModel(await readShippedArtefact());
const engine = createEngine({ model, catalogueVersion: catalog.version, defaults: {} });
const reader = createContentReader(model);

function decide(body: string): void {
  engine.decide(plainInput(readSelectRequest(JSON.parse(body), catalog)));
}

const microseconds = (startedMs: number): number => (performance.now() - startedMs) * 1000;

async function compare(bytes: number, turns: number): Promise<string> {
  const text = buildBody({ bytes, turns, candidates: 10, tools: 4 });
  const request = JSON.parse(text) as SelectRequestWire;
  const hidden = JSON.stringify(await hideContent(request, { reader }));
  const onText: number[] = [];
  const onFeatures: number[] = [];
  const reading: number[] = [];
  const hiding: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const startedMs = performance.now();
    decide(text);
    onText[round] = microseconds(startedMs);
    const secondMs = performance.now();
    decide(hidden);
    onFeatures[round] = microseconds(secondMs);
    const thirdMs = performance.now();
    reader.read(request);
    reading[round] = microseconds(thirdMs);
    const fourthMs = performance.now();
    await hideContent(request);
    hiding[round] = microseconds(fourthMs);
  }
  const [a = 0, b = 0, c = 0, d = 0] = [onText, onFeatures, reading, hiding].map((times) =>
    percentile(times.slice(WARM_UP), 0.5),
  );
  return (
    `${bytes} bytes, ${turns} turns: service ${a.toFixed(0)} us on text, ${b.toFixed(0)} us on features (${(b / a).toFixed(2)}); ` +
    `client ${c.toFixed(0)} us to read, ${d.toFixed(0)} us to digest; body ${text.length} and ${hidden.length} bytes`
  );
}

for (const { bytes, turns } of CASES) process.stdout.write(`${await compare(bytes, turns)}\n`);
