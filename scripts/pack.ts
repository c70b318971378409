// Writes the tarballs of the published packages into a folder, `dist` unless one is named: `npm publish FILE` does the rest.
import { join, resolve } from "node:path";

import { packPackages } from "./packaging/pack-packages.ts";
import { packService } from "./packaging/service/pack-service.ts";

const outDir = resolve(process.argv[2] ?? join(import.meta.dirname, "../dist"));
for (const file of [...Object.values(await packPackages(outDir)), await packService(outDir)])
  process.stdout.write(`${file}\n`);
