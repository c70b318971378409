import assert from "node:assert/strict";
import { test } from "node:test";

import { EDGE_WEIGHTS } from "@signalbox/engine/internals";
import { loadAtlas } from "../../atlas/atlas.ts";
import { fitEdges } from "./fit-edges.ts";

test("the weights that tell typed edges from pasted ones are those that the atlas gives", () => {
  const fitted = fitEdges(loadAtlas());
  for (const edge of ["opening", "closing"] as const)
    fitted[edge].forEach((weight, at) => {
      const shipped = EDGE_WEIGHTS[edge][at]!;
      assert.ok(Math.abs(weight - shipped) < 0.1, `${edge} ${at}: ${weight}, shipped ${shipped}`);
    });
});
