import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { makeTraffic } from "./support/traffic.ts";

const journey = journeys();
/** Longer than the service may be silent, and far shorter than anybody should be misled. */
const NOTICE_MS = 8000;

journey(
  "Live means live: a service that hangs or dies is said to be gone within seconds, and is found again",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    await context.clearCookies();
    await openSignedIn(page, trip.server, "/decisions");
    await page.getByRole("button", { name: "Live" }).click();
    await page.getByRole("button", { name: "Live, 0 new" }).waitFor();
    trip.server.signal("SIGSTOP");
    await page.getByRole("button", { name: "Live: reconnecting" }).waitFor({ timeout: NOTICE_MS });
    trip.server.signal("SIGCONT");
    await page.getByRole("button", { name: "Live, 0 new" }).waitFor();
    await makeTraffic(trip.server.url, trip.server.firstKey, 1);
    await page.getByRole("button", { name: "Live, 1 new" }).waitFor();
    await page.getByRole("region", { name: "Decisions" }).getByRole("row").nth(1).waitFor();
    trip.server.signal("SIGKILL");
    await page.getByRole("button", { name: "Live: reconnecting" }).waitFor({ timeout: NOTICE_MS });
  },
);
