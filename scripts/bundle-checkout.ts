// Lays the sources of this checkout together for `npm start`. Usage: node scripts/bundle-checkout.ts FOLDER
import { resolve } from "node:path";

import { bundleService } from "./packaging/service/bundle-service.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Which folder? Usage: node scripts/bundle-checkout.ts FOLDER");
await bundleService(resolve(folder), "checkout");
