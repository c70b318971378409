import assert from "node:assert/strict";
import { before, test } from "node:test";

import type { ApiKey } from "@signalbox/sdk";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import { attributesOf, render, textOf } from "../../../test/support/render.ts";
import type { keyColumns } from "./key-columns.tsx";
import type { FaultBanner } from "../gate/sign-in-page.tsx";

let columns: { readonly keyColumns: typeof keyColumns };
let gate: { readonly FaultBanner: typeof FaultBanner };
before(async () => {
  columns = await loadTsx("pages/keys/key-columns.tsx");
  gate = await loadTsx("pages/gate/sign-in-page.tsx");
});

const key = (more: object = {}): ApiKey =>
  ({
    id: "key-1",
    name: "production",
    prefix: "sk_abcdefg",
    status: "active",
    scopes: ["select", "feedback"],
    requests_per_minute_max: null,
    created_at: "2026-01-03T14:05:09.000Z",
    created_by: null,
    last_used_at: null,
    expires_at: null,
    owner_id: null,
    owner_email: null,
    addresses: null,
    ...more,
  }) as unknown as ApiKey;

const cellOf = (name: string, more: object = {}, mayChange = true): string => {
  const column = columns.keyColumns(mayChange ? () => undefined : undefined).find((one) => one.name === name);
  assert.ok(column !== undefined, name);
  return render(() => column.show(key(more)), {});
};

test("a key is shown by its name and its prefix, never whole", () => {
  assert.match(textOf(cellOf("Name")), /^production active sk_abcdefg… no owner /);
});

test("no limit, no expiry and no use are said in words", () => {
  assert.equal(textOf(cellOf("Limits")), "may select, feedback no rate limit never expires from any address");
  const limited = { requests_per_minute_max: 1200, expires_at: "2026-02-03T12:00:00.000Z" };
  assert.match(textOf(cellOf("Limits", limited)), /^may select, feedback 1,200 a minute expires 3 Feb/);
  assert.match(textOf(cellOf("Name")), /never used$/);
});

test("a key says who made it, and that of the first start says so", () => {
  assert.match(textOf(cellOf("Name")), /… no owner made .* by the first start, never used$/);
  const owned = { created_by: "ada@example.org", owner_email: "ada@example.org" };
  assert.match(textOf(cellOf("Name", owned)), /… ada@example\.org made [^@]*$/);
  assert.match(
    textOf(cellOf("Name", { ...owned, owner_email: "bob@example.org" })),
    /… bob.* by ada@example\.org, never used$/,
  );
});

test("a used key leads to the decisions that were asked for with it, of all time", () => {
  const html = cellOf("Name", { last_used_at: "2026-01-04T00:00:00.000Z" });
  assert.deepEqual(attributesOf(html, "href"), ["/decisions?key_id=key-1"]);
  assert.match(textOf(html), /decisions asked for with production$/);
});

test("a key with a decision was used, whether or not that has been written down yet", () => {
  const used = (lastUsedAt: string | null, lastAt: string | null): string => {
    const [name] = columns.keyColumns(undefined, [], () => lastAt);
    return textOf(render(() => name?.show(key({ last_used_at: lastUsedAt })), {}));
  };
  const [early, late] = ["2026-01-04T00:00:00.000Z", "2026-02-04T00:00:00.000Z"];
  assert.doesNotMatch(used(null, early), /never used/);
  assert.equal(used(early, late), used(late, null));
});

test("actions name their key, and there are none for a revoked key or for those who may only look", () => {
  assert.equal(textOf(cellOf("Actions")), "Edit production Rotate production Revoke production");
  assert.equal(cellOf("Actions", { status: "revoked" }), "");
  assert.equal(cellOf("Actions", {}, false), "");
});

test("why single sign-on failed is said for every word of the service, and for one that is unknown", () => {
  const said = [
    "cancelled",
    "expired",
    "not_confirmed",
    "email_unverified",
    "password_first",
    "sign_up_closed",
    "provider_unreachable",
    "not_configured",
    "internal",
  ].map((word) => textOf(render(gate.FaultBanner, { word })));
  assert.equal(new Set(said).size, said.length);
  for (const unknown of ["new_word", "constructor", ""])
    assert.equal(textOf(render(gate.FaultBanner, { word: unknown })), said.at(-1));
});

test("where a key may be used from is shown, shortened, and that it ends soon", () => {
  assert.match(textOf(cellOf("Limits")), /from any address$/);
  const addresses = ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "::1"];
  assert.match(textOf(cellOf("Limits", { addresses })), /from 10\.0\.0\.0\/8, 192\.0\.2\.1 and 2 more$/);
  const inDays = (days: number) => ({ expires_at: new Date(Date.now() + days * 86_400_000).toISOString() });
  assert.match(textOf(cellOf("Limits", inDays(3))), /ends soon/);
  assert.doesNotMatch(textOf(cellOf("Limits", inDays(30))), /ends soon/);
});
