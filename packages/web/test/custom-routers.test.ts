import assert from "node:assert/strict";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { axeFaults } from "./support/axe.ts";
import { journeys } from "./support/journey.ts";
import { claimAccount, cookieCalls } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { makeTraffic } from "./support/traffic.ts";

const journey = journeys();
const FILE_LABEL = "Drop a CSV, JSON or promptfoo file";

/** Own evaluations in which one model is good at sums and the other at letters. */
function evaluations(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) =>
    index % 2 === 0
      ? `"What is ${index * 17} plus ${index * 31}?",1,${index % 6 === 0 ? 1 : 0}`
      : `"Write a warm letter to the neighbour in house ${index}, please.",${index % 5 === 0 ? 1 : 0},1`,
  );
  return ["prompt,openai/gpt-5.4-mini/score,openai/gpt-6-luna/score", ...lines].join("\n");
}

const fileOf = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

journey("upload own evaluations, watch the training, read the report, switch the router on", async (trip) => {
  const { context, page } = await trip.visit();
  await claimAccount(context, trip.server);
  await page.goto(`${trip.server.url}/learning/new`);
  await page.getByLabel(FILE_LABEL).setInputFiles(fileOf("desk.csv", evaluations(120)));
  await page.getByRole("button", { name: "Upload and train" }).click();
  await page.getByRole("heading", { name: "desk", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Switch on" }).click({ timeout: 120_000 });
  const asked = page.getByRole("dialog", { name: "Switch “desk” on" });
  await asked.getByText(/^On \d+ rows neither has seen it reaches [\d.]+ %.*points?\), /).waitFor();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Switch on" }).click();
  await asked.getByRole("button", { name: "Switch it on" }).click();
  await page.getByRole("button", { name: "Switch off" }).waitFor();
  await page.getByRole("figure", { name: "Calibration, held out" }).waitFor();
  await page.getByText("No costs, so no plot of cost and quality.").waitFor();
  await page.getByRole("region", { name: "Router against baselines" }).waitFor();
  await page.getByText("120 rows are kept, to train it again from.").waitFor();
  await page.getByRole("button", { name: "Train again" }).click();
  await page.getByRole("progressbar", { name: "Training" }).waitFor();
  await page.getByRole("button", { name: "Switch off" }).waitFor({ timeout: 120_000 });
  await page.getByRole("region", { name: "Router against baselines" }).waitFor();
  await page.getByRole("button", { name: "Delete the router" }).click();
  const deletes = page.getByRole("dialog", { name: "Delete “desk”" });
  await deletes.getByRole("button", { name: "Delete" }).click();
  await deletes.getByText(/routes by it. Switch the router off first/).waitFor();
  await deletes.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByRole("button", { name: "Switch on" }).waitFor();
  await page.getByRole("button", { name: "Delete the router" }).click();
  await deletes.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "Learning", level: 1 }).waitFor();
  assert.equal(await page.getByText("desk").count(), 0);
});

journey("a file with broken rows says which lines, and nothing typed is lost", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/learning/new");
  const broken = `${evaluations(30)}\n"no score",oops,1\n"too few cells"\n`;
  await page.getByLabel(FILE_LABEL).setInputFiles(fileOf("broken.csv", broken));
  await page.getByLabel("Name").fill("العربية 🚦");
  await page.getByRole("button", { name: "Upload and train" }).click();
  const reported = page.getByText(/[Ll]ine 3[12]/).first();
  await reported.waitFor();
  assert.match(await page.content(), /العربية 🚦/);
});

journey("a file that cannot train says what it lacks", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/learning/new");
  await page.getByLabel(FILE_LABEL).setInputFiles(fileOf("notes.csv", "prompt,answer\nhi,there"));
  await page.getByRole("button", { name: "Upload and train" }).click();
  await page.getByRole("alert").getByText("The file has no column that ends in /score.").waitFor();
  await page.getByRole("link", { name: "Upload the file again" }).click();
  await page.getByLabel(FILE_LABEL).waitFor();
});

journey(
  "an upload tells how far it is, can be cancelled, and is sent again from what was kept",
  async (trip) => {
    const { context, page } = await trip.visit();
    await openSignedIn(page, trip.server, "/learning/new");
    const network = await context.newCDPSession(page);
    const setLine = (line: { readonly isCut?: boolean; readonly bytesPerS?: number }) =>
      network.send("Network.emulateNetworkConditions", {
        offline: line.isCut ?? false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: line.bytesPerS ?? -1,
      });
    await setLine({ bytesPerS: 200_000 });
    await page.getByLabel(FILE_LABEL).setInputFiles(fileOf("slow.csv", evaluations(20_000)));
    await page.getByLabel("Name").fill("Slow line");
    await page.getByRole("button", { name: "Upload and train" }).click();
    await page.getByText(/^([1-9]|[1-8]\d) % sent, .* of [\d.]+ [KM]B$/).waitFor();
    await page.getByRole("button", { name: "Cancel the upload" }).click();
    await page.getByText("The upload was cancelled.").waitFor();
    await setLine({ isCut: true });
    await page.getByRole("button", { name: "Upload and train" }).click();
    await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
    await setLine({});
    assert.equal(await page.getByLabel("Name").inputValue(), "Slow line");
    await page.getByRole("link", { name: "Models" }).first().click();
    await page.getByRole("heading", { name: "Models", level: 1 }).waitFor();
    await page.goBack();
    await page.getByText(/^slow\.csv, [\d.]+ [KM]B$/).waitFor();
    await page.getByRole("button", { name: "Upload and train" }).click();
    await page.getByRole("heading", { name: "Slow line", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("cancelled").first().waitFor();
  },
);

journey(
  "a file beyond what the installation takes is refused immediately, by its size alone",
  async (trip) => {
    const { page } = await trip.visit();
    const folder = await mkdtemp(join(tmpdir(), "signalbox-huge-"));
    const path = join(folder, "huge.csv");
    await writeFile(path, "");
    await truncate(path, 3 * 1024 ** 3);
    await openSignedIn(page, trip.server, "/learning/new");
    await page.getByLabel(FILE_LABEL).setInputFiles(path);
    await page.getByText("The file has 3.0 GB; this installation takes 2.0 GB at most.").waitFor();
    const send = page.getByRole("button", { name: "Upload and train" });
    assert.equal(await send.getAttribute("aria-disabled"), "true");
    await rm(folder, { recursive: true });
  },
);

journey("two routers stand side by side, and both decide the same past traffic again", async (trip) => {
  const { context, page } = await trip.visit();
  await openSignedIn(page, trip.server, "/learning");
  await makeTraffic(trip.server.url, trip.server.firstKey, 6);
  const call = cookieCalls(context, trip.server.url);
  for (const [name, every] of [
    ["Spring", 3],
    ["Autumn", 5],
  ] as const) {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      prompt:
        index < 40
          ? `How many wagons has train ${index} after ${index * 7} stops?`
          : `How many seats has bus ${index} after ${index * every} stops?`,
      scores: {
        "openai/gpt-5.4-mini": index % 10 === 0 ? 0 : 1,
        "openai/gpt-6-luna": index % every === 0 ? 0 : 1,
      },
    }));
    const { id } = await call<{ id: string }>("post", "/custom-routers", { name, rows });
    await page.goto(`${trip.server.url}/learning/${id}`);
    await page.getByRole("figure", { name: "Calibration, held out" }).waitFor({ timeout: 120_000 });
  }
  await page.goto(`${trip.server.url}/learning`);
  const list = page.getByRole("region", { name: "Custom routers" });
  assert.match(await list.getByRole("row", { name: /Spring/ }).innerText(), /n = \d+/);
  await page.getByLabel("Compare Spring").check();
  await page.getByLabel("Compare Autumn").check();
  await page.getByRole("button", { name: "Compare the two" }).click();
  const dialog = page.getByRole("dialog");
  const scores = dialog.getByRole("row", { name: /^Score on rows it has not seen/ });
  assert.match(await scores.innerText(), /[\d.]+ %\s+[\d.]+ %/);
  await dialog.getByText(/^40 prompts are common to both/).waitFor();
  const same = dialog.getByRole("region", { name: "On the same rows" }).getByRole("row", { name: /^Score/ });
  assert.match(await same.innerText(), /[\d.]+ %\s+[\d.]+ %\s+[+-]?[\d.]+ points? \(/);
  assert.deepEqual(await axeFaults(page), []);
  await dialog.getByRole("button", { name: "Compare on traffic" }).click();
  await dialog.getByText(/of \d+ picks differ/).waitFor();
});

journey(
  "reports and files are one list of evidence, each with its dates and the way to erase it",
  async (trip) => {
    const { context, page } = await trip.visit();
    await openSignedIn(page, trip.server, "/learning");
    await makeTraffic(trip.server.url, trip.server.firstKey, 6);
    const call = cookieCalls(context, trip.server.url);
    const rows = Array.from({ length: 30 }, (_, index) => ({
      prompt: `How many wagons has train ${index} after ${index * 7} stops?`,
      scores: {
        "openai/gpt-5.4-mini": index % 10 === 0 ? 0 : 1,
        "openai/gpt-6-luna": index % 3 === 0 ? 0 : 1,
      },
    }));
    const { id } = await call<{ id: string }>("post", "/custom-routers", { name: "Wagons", rows });
    await page.goto(`${trip.server.url}/learning/${id}`);
    await page.getByText("30 rows are kept, to train it again from.").waitFor({ timeout: 120_000 });
    await page.goto(`${trip.server.url}/learning`);
    const list = page.getByRole("region", { name: "Evidence" });
    assert.match(
      await list.getByRole("row", { name: /Wagons/ }).innerText(),
      /file of evaluations\s+30\s+2\s.*until \d/s,
    );
    const reports = list.getByRole("row", { name: /reports\s+\d+/ });
    assert.match(await reports.innerText(), /reports\s+\d+\s+\d/);
    assert.deepEqual(await axeFaults(page), []);
    for (const row of [list.getByRole("row", { name: /Wagons/ }), reports]) {
      await row.getByRole("button", { name: "Erase" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Erase for good" }).click();
      await row.waitFor({ state: "detached" });
    }
    assert.equal(await page.getByRole("row", { name: /Wagons/ }).count(), 0, "the router went with its file");
  },
);
