// `node proof/bench/slow-inputs.ts [SECONDS] [SEED]`: searches for the request on which one decision takes longest, in texts of up to
// 8 MB, tools, attributes and policies, and for the one whose reading or refusal does, in shapes of up to 2 MB and in encodings of one text of up to 8 MB. The slowest so far
// are changed a little and tried again, so that the search climbs.
import { createCatalog } from "@signalbox/catalog";
import { parsePreferencePolicy, SignalboxError } from "@signalbox/contracts";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import { mulberry32 } from "@signalbox/engine/numerics";
import { createEngineHolder, loadConfig } from "@signalbox/server";

import { parseJsonBody } from "../../packages/server/src/http/json-body.ts";
import {
  createEncodedTexts,
  createHostileShapes,
  type HostileShape,
  createHostileRequests,
  describe,
  marked,
  type HostileRequest,
} from "./hostile-requests.ts";

const [seconds = 60, seed = 1] = process.argv.slice(2).map(Number);
const KEPT = 12;
const ROUNDS_MIN_OF = 3;

const { limits } = loadConfig({ file: undefined, env: {}, flags: {} });
const catalog = createCatalog();
const { current: engine } = await createEngineHolder(
  loadConfig({ file: undefined, env: {}, flags: {} }),
  catalog,
);
const random = mulberry32(seed);
const hostile = createHostileRequests(random);
const nextShape = createHostileShapes(random);
const nextEncoded = createEncodedTexts(random);

interface Tried {
  readonly request: HostileRequest;
  /** @unit milliseconds */
  readonly ms: number;
}

/** Time of this thread, so that other programs on the machine do not count. @unit milliseconds */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** From the parsed body to the decision; a refusal counts with the time that it took. */
function timeOf({ body, policy }: HostileRequest): number {
  const startedMs = cpuMs();
  try {
    const preference = { id: "p", version: 1, policy: parsePreferencePolicy(policy, "policy") };
    engine.decide(plainInput({ ...readSelectRequest(body, catalog), preference, explorationDraw: 0.5 }));
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error;
  }
  return cpuMs() - startedMs;
}

const fastestOf = (request: HostileRequest): number =>
  Math.min(...Array.from({ length: ROUNDS_MIN_OF }, (_, round) => timeOf(marked(request, ` ${round}`))));

const slowest: Tried[] = [];
function keep(request: HostileRequest): void {
  const least = slowest.length < KEPT ? 0 : (slowest.at(-1)?.ms ?? 0);
  // A pause of the machine looks like a slow request once, hardly three times.
  if (timeOf(request) <= least) return;
  const ms = fastestOf(request);
  if (ms <= least) return;
  slowest.push({ request, ms });
  slowest.sort((a, b) => b.ms - a.ms);
  slowest.length = Math.min(slowest.length, KEPT);
}

/** From the bytes to the read request, or to its refusal. */
function timeOfReading({ bytes }: HostileShape): number {
  const startedMs = cpuMs();
  try {
    readSelectRequest(parseJsonBody(bytes, { nestingMax: 64, ...limits }).value, catalog);
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error;
  }
  return cpuMs() - startedMs;
}

function slowestReading() {
  const slowest = { name: "", ms: 0 };
  return {
    slowest,
    tryShape: (shape: HostileShape): void => {
      if (timeOfReading(shape) <= slowest.ms) return;
      const ms = Math.min(...Array.from({ length: ROUNDS_MIN_OF }, () => timeOfReading(shape)));
      if (ms > slowest.ms) Object.assign(slowest, { name: `${shape.bytes.length} bytes, ${shape.name}`, ms });
    },
  };
}
const { slowest: slowestShape, tryShape } = slowestReading();
const { slowest: slowestText, tryShape: tryEncoded } = slowestReading();

for (let round = 0; round < 20; round += 1) {
  timeOf(hostile.next());
  timeOfReading(nextShape());
}
const endMs = performance.now() + seconds * 1_000;
let tried = 0;
let shapes = 0;
while (performance.now() < endMs) {
  const parent = slowest[Math.floor(random() * slowest.length)];
  keep(parent === undefined || random() < 0.5 ? hostile.next() : hostile.change(parent.request));
  tried += 1;
  // Shapes take a fraction of the time of texts.
  for (let round = 0; round < 4; round += 1) tryShape(nextShape());
  shapes += 4;
  tryEncoded(nextEncoded());
}
for (const { request, ms } of slowest.slice(0, 5))
  process.stdout.write(`${ms.toFixed(1)} ms  ${describe(request)}\n`);
process.stdout.write(
  `longest decision: ${(slowest[0]?.ms ?? 0).toFixed(1)} ms over ${tried} requests (seed ${seed})\n`,
);
process.stdout.write(
  `longest reading or refusal: ${slowestShape.ms.toFixed(1)} ms over ${shapes} shapes (${slowestShape.name})\n`,
);
process.stdout.write(
  `longest reading of an encoding: ${slowestText.ms.toFixed(1)} ms (${slowestText.name})\n`,
);
