// Name and version of the bundled price package, read from its own manifest so that a source never names the wrong release.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const NAME = "@pydantic/genai-prices";

function readVersion(): string {
  const entry = fileURLToPath(import.meta.resolve(NAME));
  const manifest = JSON.parse(readFileSync(join(entry, "../../package.json"), "utf8")) as { version: string };
  return manifest.version;
}

/** For example "genai-prices 0.1.8". */
export const PRICE_PACKAGE = `genai-prices ${readVersion()}`;
