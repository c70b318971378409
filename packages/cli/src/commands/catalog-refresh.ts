import { rename, writeFile } from "node:fs/promises";

import { describeRefresh, parsePriceList, refreshCatalog } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import { readList } from "@signalbox/server";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";

/** The whole list or nothing: a reader never sees half of a file. */
async function write(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (cause) {
    throw new SignalboxError("bad_request", `${path} cannot be written. Check the path.`, { cause });
  }
}

/** @throws SignalboxError invalid_data with a fault a line of the list */
async function readNewer(invocation: Invocation): Promise<{ text: string; origin: string } | undefined> {
  const origin = invocation.positionals[0] ?? invocation.text("prices");
  if (origin === undefined) return undefined;
  return { text: await readList(origin), origin };
}

export const catalogRefresh: Command = {
  name: "catalog refresh",
  usage: "catalog refresh [LIST] [--out FILE]",
  summary: "Show what a list of models and prices changes, and save it for the service.",
  details: [
    "LIST is a file or an address: LiteLLM's price map, models.dev's api.json, OpenRouter's list, a genai-prices list, or your own file (docs/models.md).",
    "Replaces the prices of the listed models and adds new models and announced shutdowns; keeps the rest.",
    "Rejects a list with any fault and shows each fault with its line. Use the saved file with `serve --prices-file FILE`.",
  ],
  options: {
    prices: { type: "string", value: "FILE", description: "Older name of LIST." },
    out: { type: "string", value: "FILE", description: "File to save the list to." },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: [
    "signalbox catalog refresh https://models.dev/api.json --out prices.json",
    "signalbox catalog refresh model_prices_and_context_window.json",
  ],
  run: async (invocation) => {
    const newer = await readNewer(invocation);
    const out = invocation.text("out");
    if (newer === undefined && out !== undefined)
      throw new SignalboxError("bad_request", "--out saves a list. Name one: a file or an address.");
    const list = newer && parsePriceList(newer.text, newer.origin);
    const refresh = refreshCatalog({ list });
    if (newer !== undefined && out !== undefined) await write(out, newer.text);
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(refresh, null, 2)}\n` : `${describeRefresh(refresh)}\n`,
    );
    return 0;
  },
};
