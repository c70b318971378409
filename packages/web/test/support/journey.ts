// One server and one browser for the journeys of a file; each journey gets its own visitor (cookies, storage).
// A fault that the page itself reports (uncaught error, refused by the content policy) fails the journey.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

import { findBrowser, launchBrowser, NO_BROWSER } from "./real-browser.ts";
import { startRealServer } from "./real-server.ts";
import type { RealServer, RealServerOptions } from "./real-server.ts";

/** Bounds what never comes; on a machine with much else to do pages take many seconds. */
const WAIT_MS_MAX = 60_000;

export interface Journey {
  readonly server: RealServer;
  readonly browser: Browser;
  /** A new visitor; `signedIn` state comes from another visitor's `storageState`. */
  visit(options?: BrowserContextOptions): Promise<{ readonly context: BrowserContext; readonly page: Page }>;
}

export type Traveller = (journey: Journey) => Promise<void>;

const executable = await findBrowser();

export function journeys(options: RealServerOptions = {}) {
  let server: RealServer | undefined;
  let browser: Browser | undefined;
  if (executable !== undefined) {
    before(async () => {
      server = await startRealServer(options);
      browser = await launchBrowser(executable);
    });
    after(async () => {
      await browser?.close();
      await server?.stop();
    });
  }
  return (name: string, travel: Traveller): void => {
    test(name, { skip: executable === undefined ? NO_BROWSER : false }, async () => {
      assert.ok(server !== undefined && browser !== undefined);
      const watched = watch(browser);
      try {
        await travel({ server, browser, visit: watched.visit });
        assert.deepEqual(watched.faults, []);
      } finally {
        await watched.close();
      }
    });
  };
}

/** Lines that the browser writes to its console for answers that journeys provoke on purpose. */
const EXPECTED = /Failed to load resource|net::ERR_|^PageLoadError/;

function watch(browser: Browser) {
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];
  const visit: Journey["visit"] = async (contextOptions) => {
    const context = await browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
      ...contextOptions,
    });
    context.setDefaultTimeout(WAIT_MS_MAX);
    contexts.push(context);
    context.on("page", (page) => {
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !EXPECTED.test(message.text())) faults.push(message.text());
      });
    });
    return { context, page: await context.newPage() };
  };
  const close = async (): Promise<void> => {
    for (const context of contexts) await context.close();
  };
  return { faults, visit, close };
}
