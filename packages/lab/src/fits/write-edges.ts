// Writes the weights by which the engine tells a typed edge of a turn from a pasted one, fitted to the task atlas.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadAtlas } from "../atlas/atlas.ts";
import { fitEdges } from "../train/task/fit-edges.ts";

const FILE = "packages/engine/src/reader/conversation/edge-weights.data.ts";
const { opening, closing } = fitEdges(loadAtlas());
const text = `// Written by packages/lab/src/fits/write-edges.ts: weights of the signs of an edge, the first of each for none.
/* oxlint-disable approx-constant -- a fitted weight may come near a constant by chance */
export const EDGE_WEIGHTS: Readonly<Record<"opening" | "closing", readonly number[]>> = {
  opening: [${opening.join(", ")}],
  closing: [${closing.join(", ")}],
};
`;
writeFileSync(join(import.meta.dirname, "../../../..", FILE), text);
