// How VitePress builds what `scripts/docs-site` staged. It imports nothing of VitePress: only `npm run docs:build` installs that.
import { readFileSync } from "node:fs";

import { headingAnchor } from "../../scripts/docs-site/stage-site.ts";

export default {
  title: "Signalbox",
  description: "A self-hosted service that recommends which large language model to call.",
  lang: "en",
  srcDir: ".pages",
  outDir: "../dist/docs",
  cacheDir: "node_modules/.cache/vitepress",
  markdown: { anchor: { slugify: headingAnchor }, languageAlias: { promql: "sql" } },
  themeConfig: {
    logo: "/mark.svg",
    search: { provider: "local" },
    nav: [
      { text: "Get started", link: "/project/readme" },
      { text: "Contents", link: "/contents" },
    ],
    outline: [2, 3],
    sidebar: JSON.parse(readFileSync(new URL("../.pages/sidebar.json", import.meta.url), "utf8")) as unknown,
  },
};
