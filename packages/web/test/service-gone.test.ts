// A service that hangs or dies is said to be gone on every page, once, and the page goes on by itself.
import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";

const journey = journeys();
/** The promise is one second after a kill; the rest is what a busy machine may add. */
const KILLED_MS = 5_000;

journey(
  "a hung service is slow, then silent, and is read again when it is back; a killed one is missed soon",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    await context.clearCookies();
    await openSignedIn(page, trip.server, "/keys");
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    trip.server.signal("SIGSTOP");
    await page.getByRole("link", { name: "Organisation" }).click();
    await page.getByText("The service is slow.").waitFor();
    await page.getByText("The service does not answer.").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, "one banner, not one box a panel");
    trip.server.signal("SIGCONT");
    await page
      .getByRole("link", { name: /Ada|ada@example.org/ })
      .or(page.getByText("ada@example.org").first())
      .waitFor();
    await page.getByText("The service does not answer.").waitFor({ state: "detached" });
    trip.server.signal("SIGKILL");
    await page.getByText("The service does not answer.").waitFor({ timeout: KILLED_MS });
  },
);
