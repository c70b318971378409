import type { Page } from "playwright-core";

/** Waits until the page has its heading and nothing on it is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: "detached" });
}
