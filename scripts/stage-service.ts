// Writes the service as it is published into a folder, without packing it: what the container image is made of.
import { resolve } from "node:path";

import { stageService } from "./packaging/service/pack-service.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Which folder? Usage: node scripts/stage-service.ts FOLDER");
await stageService(resolve(folder));
