// An old catalogue routes wrongly in silence, so each place where an operator or a caller looks says how old it is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { callRaw, EXAMPLE, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const DAY_MS = 86_400_000;

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const ageDays = (days: number): void => {
  service.clock.ms = Date.parse(service.context.catalog.readOn.facts) + days * DAY_MS;
};
const ready = async (): Promise<Readonly<Record<string, unknown>>> =>
  (await callRaw(service, { method: "GET", url: "/readyz" })).json as Record<string, unknown>;
const warned = async (): Promise<readonly string[]> => {
  const { warnings = [] } = await selected(service, { ...EXAMPLE, include: ["warnings"] });
  return warnings.filter(({ location }) => location === "catalogue").map(({ message }) => message);
};

test("a catalogue of 44 days is shown with its age and not warned of", async () => {
  ageDays(44);
  const { status, facts_days, prices_days, catalogue_warning } = await ready();
  assert.deepEqual([status, facts_days, prices_days, catalogue_warning], ["ready", 44, 44, null]);
  assert.deepEqual(await warned(), []);
});

test("from 45 days on the service stays ready, and says what to do there and in answers that include warnings", async () => {
  ageDays(45);
  const { status, catalogue_warning } = await ready();
  assert.equal(status, "ready");
  assert.match(String(catalogue_warning), /45 days old\).*catalog refresh/);
  assert.deepEqual(await warned(), [catalogue_warning]);
  const { warnings } = await selected(service, EXAMPLE);
  assert.equal(warnings, undefined);
});
