import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { journeys } from "./support/journey.ts";

const journey = journeys();
const ASSETS = join(import.meta.dirname, "../dist/assets");
const SCRIPT_BYTES_MAX = 137_000;

journey("all script of all pages together is under 137 KB gzipped", async () => {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith(".js"));
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await readFile(join(ASSETS, name))).length),
  );
  const totalBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(totalBytes < SCRIPT_BYTES_MAX, `${totalBytes} bytes`);
});

journey(
  "who is signed in, and the chunk of the page, are asked for before the scripts have arrived",
  async (trip) => {
    const { page } = await trip.visit();
    const asked: string[] = [];
    const bothAsked = Promise.withResolvers<void>();
    page.on("request", (request) => {
      asked.push(new URL(request.url()).pathname);
      const isPage = asked.some((path) => path.startsWith("/assets/traffic-"));
      if (isPage && asked.includes("/api/v1/auth/me")) bothAsked.resolve();
    });
    const released = Promise.withResolvers<void>();
    await page.route("**/assets/index-*.js", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(`${trip.server.url}/decisions`, { waitUntil: "commit" });
    await bothAsked.promise;
    released.resolve();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    assert.equal(asked.filter((path) => path === "/api/v1/auth/me").length, 1, "the answer serves the page");
  },
);
