// Pictures of every page of the dashboard, day and night, wide and on a phone, from a real server with real decisions.
// Usage: node scripts/screenshots.ts [FOLDER], by default a folder in the system's temporary directory.
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";

import { seedAccount } from "../packages/web/test/support/seed-account.ts";
import { findBrowser, launchBrowser, NO_BROWSER } from "../packages/web/test/support/real-browser.ts";
import { startRealServer } from "../packages/web/test/support/real-server.ts";
import type { Seeded } from "../packages/web/test/support/seed-account.ts";

const folder = process.argv[2] ?? join(tmpdir(), "signalbox-screenshots");
const only = process.argv[3];

interface View {
  readonly name: string;
  readonly colorScheme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
}

const VIEWS: readonly View[] = [
  { name: "day", colorScheme: "light", viewport: { width: 1360, height: 900 } },
  { name: "night", colorScheme: "dark", viewport: { width: 1360, height: 900 } },
  { name: "phone", colorScheme: "light", viewport: { width: 390, height: 844 } },
];

async function photograph(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  process.stdout.write(`${join(folder, `${name}.png`)}\n`);
}

async function takeAll(browser: Browser, url: string, seeded: Seeded): Promise<void> {
  for (const view of VIEWS) {
    const context = await browser.newContext({
      colorScheme: view.colorScheme,
      viewport: view.viewport,
      storageState: seeded.storageState,
    });
    const page = await context.newPage();
    for (const [name, path] of seeded.pages) {
      if (only !== undefined && !name.includes(only)) continue;
      await page.goto(`${url}${path}`);
      await photograph(page, `${name}-${view.name}`);
    }
    await context.close();
    const visitor = await browser.newContext({ colorScheme: view.colorScheme, viewport: view.viewport });
    const gate = await visitor.newPage();
    for (const path of only === undefined ? ["sign-in", "claim", "forgot"] : []) {
      await gate.goto(`${url}/${path}`);
      await photograph(gate, `${path}-${view.name}`);
    }
    await visitor.close();
  }
}

const executable = await findBrowser();
if (executable === undefined) {
  process.stderr.write(`screenshots: ${NO_BROWSER}\n`);
  process.exit(1);
}
await mkdir(folder, { recursive: true });
const server = await startRealServer();
const browser = await launchBrowser(executable);
try {
  await takeAll(browser, server.url, await seedAccount(browser, server));
} finally {
  await browser.close();
  await server.stop();
}
