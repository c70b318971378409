// A real Chromium: the one inside an npm package on Linux x64, else one that is installed, else none and a reason.
import { existsSync } from "node:fs";

import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"];

const INSTALLED = [
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export const NO_BROWSER =
  "no browser: on Linux x64 `npm run tools` installs one, elsewhere install Chrome or set SIGNALBOX_BROWSER";

const TOOL = new URL("../../../../tools/chromium.mjs", import.meta.url);
const PACKAGE = new URL("node_modules/@sparticuz/chromium/package.json", TOOL);

/** Path of a browser that can be started, or undefined. */
export async function findBrowser(): Promise<string | undefined> {
  const named = process.env["SIGNALBOX_BROWSER"];
  if (named !== undefined) return named;
  if (process.platform === "linux" && process.arch === "x64" && existsSync(PACKAGE)) {
    const packed = (await import(TOOL.href)) as { readonly chromium: { executablePath(): Promise<string> } };
    return packed.chromium.executablePath();
  }
  return INSTALLED.find((path) => existsSync(path));
}

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, headless: true });
}
