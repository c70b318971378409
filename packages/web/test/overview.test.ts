import assert from "node:assert/strict";

import type { Page } from "playwright-core";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { makeTraffic } from "./support/traffic.ts";

const journey = journeys();
const SPANS = ["24 hours", "7 days", "30 days", "90 days"];

/** Labels of each chart's vertical axis, top to bottom as drawn. */
const axisLabels = (page: Page): Promise<string[][]> =>
  page.evaluate<string[][]>(`[...document.querySelectorAll("figure svg[role=img]")].map((svg) =>
    [...svg.querySelectorAll('text[text-anchor="end"]')]
      .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((text) => text.textContent))`);

journey(
  "whatever the span, no label of an axis is repeated, left behind or drawn over another",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    await makeTraffic(trip.server.url, trip.server.firstKey, 9);
    await page.goto(trip.server.url);
    await page.getByRole("figure", { name: "Decisions by model" }).waitFor();
    for (const span of [...SPANS, ...SPANS.toReversed()]) {
      await page.getByText(span, { exact: true }).click();
      await page.waitForLoadState("networkidle");
      for (const labels of await axisLabels(page))
        assert.equal(new Set(labels).size, labels.length, `${span}: ${labels.join(" ")}`);
      const overlapping = await page.evaluate<number>(`[...document.querySelectorAll("figure svg[role=img]")]
      .flatMap((svg) => {
        const boxes = [...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
        return boxes.filter((a, i) => boxes.some((b, j) => j > i && a.left < b.right - 1 && b.left < a.right - 1
          && a.top < b.bottom - 3 && b.top < a.bottom - 3));
      }).length`);
      assert.equal(overlapping, 0, `${overlapping} labels overlap at ${span}`);
    }
  },
);

journey("the tile says whether routing saves or costs, and over how many of the decisions", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/");
  const figures = page.locator("dl.figures");
  await figures.getByText(/^(Saves|Costs more)$/).waitFor();
  await figures.getByText(/^against .*, over [\d,]+ of 9 decisions$/).waitFor();
});
