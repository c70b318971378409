import { describeRefresh, refreshCatalog } from "@signalbox/catalog";

import { JSON_OPTION, type Command } from "../command.ts";

export const catalogRefresh: Command = {
  name: "catalog refresh",
  usage: "catalog refresh [--prices FILE]",
  summary: "Show what newer price data would change in the catalogue.",
  details: [
    "Compares the catalogue with the installed price package, or with a file in the package's own JSON form.",
    "Nothing is written. `serve --prices-file FILE` takes the newer list; own models and corrections go into the file of",
    "`model.catalogFile`; see docs/models.md.",
  ],
  options: {
    prices: { type: "string", value: "FILE", description: "Price data to compare with." },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: ["signalbox catalog refresh --prices newer-prices.json"],
  run: (invocation) => {
    const pricesFile = invocation.text("prices");
    const refresh = refreshCatalog(pricesFile === undefined ? {} : { pricesFile });
    const text = describeRefresh(refresh);
    invocation.console.out(invocation.isOn("json") ? `${JSON.stringify(refresh, null, 2)}\n` : `${text}\n`);
    return Promise.resolve(0);
  },
};
