// Reads the built site in a real browser that reaches nothing else: the first page, a search, the page it leads to.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

import type { Page } from "playwright-core";

import { findBrowser, launchBrowser, NO_BROWSER } from "../../packages/web/test/support/real-browser.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".woff2": "font/woff2",
};
const SEARCHED = "drainSeconds";

/** Serves a folder as any static web server does. */
function serve(folder: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    readFile(file).then(
      (content) =>
        response.setHeader("content-type", MEDIA_TYPES[extname(file)] ?? "text/plain").end(content),
      () => response.writeHead(404).end(),
    );
  });
  const { promise, resolve } = Promise.withResolvers<{ readonly url: string; close(): void }>();
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() });
  });
  return promise;
}

/** @throws Error of the browser when the search does not lead to the page */
async function search(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
  await page
    .getByRole("button", { name: /search/i })
    .first()
    .click();
  await page.getByRole("searchbox").fill(SEARCHED);
  await page.locator(".VPLocalSearchBox .result").first().click();
  await page.getByText(SEARCHED).first().waitFor();
}

/** One line for each fault: what the browser could not show, and what it wanted from elsewhere. */
export async function browserFaults(folder: string): Promise<readonly string[]> {
  const path = await findBrowser();
  if (path === undefined) throw new Error(NO_BROWSER);
  const [site, browser] = [await serve(folder), await launchBrowser(path)];
  const faults: string[] = [];
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("response", (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
    });
    await page.route("**", (route) => {
      if (route.request().url().startsWith(site.url)) return route.continue();
      faults.push(`wanted from elsewhere: ${route.request().url()}`);
      return route.abort();
    });
    await search(page, site.url);
    return faults;
  } finally {
    await browser.close();
    site.close();
  }
}
