// From the link that the first start prints to the first decision of one's own: what a person does, and how long the machine takes.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { Locator } from "playwright-core";

import { journeys } from "./support/journey.ts";
import { OWNER } from "./support/seed-account.ts";

const run = promisify(execFile);
const journey = journeys();

/** Generous times of somebody who has not seen the page: to find and fill a field, to find and press a button, to paste a line. */
const FIELD_S = 15;
const PRESS_S = 5;
const PASTE_S = 15;

function countedPerson() {
  const done = { fields: 0, presses: 0, pastes: 0 };
  return {
    done,
    fill: async (field: Locator, text: string): Promise<void> => {
      done.fields += 1;
      await field.fill(text);
    },
    press: async (button: Locator): Promise<void> => {
      done.presses += 1;
      await button.click();
    },
    paste: async (line: string): Promise<void> => {
      done.pastes += 1;
      await run("sh", ["-c", line]);
    },
  };
}

journey(
  "from the claim link to a decision of one's own takes a person less than two minutes",
  async (trip) => {
    const { page } = await trip.visit();
    const person = countedPerson();
    const startedMs = performance.now();
    await page.goto(`${trip.server.url}/claim#token=${trip.server.claimToken}`);
    await person.fill(page.getByLabel("Email"), OWNER.email);
    await person.fill(page.getByLabel("Organisation"), "North Junction");
    await person.fill(page.getByRole("textbox", { name: "Password" }), OWNER.password);
    await person.press(page.getByRole("button", { name: "Claim" }));
    await person.press(page.getByRole("button", { name: "Make another key" }));
    await page.getByTestId("secret").waitFor();
    const call = page.getByRole("region", { name: "The call" });
    await person.press(call.locator("..").getByRole("button", { name: /^Copy/ }));
    await person.paste(await page.evaluate<string>("navigator.clipboard.readText()"));
    await page.getByText("Picked").waitFor();
    await person.press(page.getByRole("link", { name: "See why" }));
    await page.getByRole("figure", { name: "Cost and quality" }).waitFor();
    const machineS = (performance.now() - startedMs) / 1000;
    const { fields, presses, pastes } = person.done;
    const personS = fields * FIELD_S + presses * PRESS_S + pastes * PASTE_S;
    process.stdout.write(
      `onboarding: ${fields} fields, ${presses} presses, ${pastes} line pasted into a shell: ${personS} s of a person, ${machineS.toFixed(1)} s of this machine\n`,
    );
    assert.deepEqual(person.done, { fields: 3, presses: 4, pastes: 1 });
    assert.ok(personS < 120);
  },
);
