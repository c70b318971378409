// `npm run docs:check`: the site that `npm run docs:build` made, in a real browser.
import { join } from "node:path";

import { browserFaults } from "./docs-site/try-in-browser.ts";

const faults = await browserFaults(join(import.meta.dirname, "../dist/docs"));
for (const fault of faults) process.stderr.write(`docs: ${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else process.stdout.write("docs: the first page, the search and what it finds work without a network\n");
