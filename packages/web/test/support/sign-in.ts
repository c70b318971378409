import type { Page } from "playwright-core";

import type { RealServer } from "./real-server.ts";
import { OWNER } from "./seed-account.ts";

/** Signs in by hand on whatever page asks for it. */
export async function signIn(page: Page, email = OWNER.email, password = OWNER.password): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Pages" }).first().waitFor({ state: "attached" });
}

export async function openSignedIn(page: Page, server: RealServer, path: string): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await signIn(page);
}
