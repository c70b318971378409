// Published protocols and studies: what compares methods, beside what judges the product.
import { runOnTerminal } from "@signalbox/cli/program";
import { PROTOCOLS } from "@signalbox/lab";

import { evaluateCommand } from "../packages/lab/src/commands/evaluate.ts";
import { PUBLISHED } from "./protocols/index.ts";
import { simulate } from "./simulate.ts";

const NAME = "npm run research --";

await runOnTerminal([evaluateCommand([...PROTOCOLS, ...PUBLISHED], NAME), simulate], {
  name: NAME,
  purpose: "Protocols that others published, and studies of methods.",
});
