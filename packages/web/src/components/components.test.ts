// The parts that every page is made of: what they say to people who do not see them, and what they do with faults.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createElement } from "preact";

import { loadParts } from "../../test/support/load-tsx.ts";
import { attributesOf, cellsOf, render, textOf, textsOf } from "../../test/support/render.ts";
import type { DataTable } from "./data-table.tsx";

const parts = await loadParts();

const nothing = (): void => undefined;

const refused = new parts.SignalboxApiError({
  code: "validation_failed",
  title: "The request is not valid",
  detail: "Two faults.",
  status: 422,
  retryAfterS: undefined,
  requestId: "request-17",
  errors: [
    { location: "body.name", message: "It is missing.", fix: "Give it a name." },
    { location: "body.policy.allow[0]", message: "It is empty.", fix: "Name a model." },
  ],
});

test("a badge says its words, in the plain tone unless another is given", () => {
  const { Badge: Part } = parts;
  assert.equal(
    render(Part, { children: "degraded" }),
    '<span class="badge" data-tone="plain">degraded</span>',
  );
  assert.match(render(Part, { children: "x", tone: "stop" }), /data-tone="stop"/);
});

test("a busy button stays in the order of focus but says that it does nothing now", () => {
  const { Button: Part } = parts;
  const html = render(Part, { children: "Save", isBusy: true });
  assert.match(html, /aria-busy="true"/);
  assert.match(html, /aria-disabled="true"/);
  assert.doesNotMatch(html, / disabled/);
});

test("a button submits nothing unless it is declared as the one of its form", () => {
  const { Button: Part } = parts;
  assert.deepEqual(attributesOf(render(Part, { children: "a" }), "type"), ["button"]);
  assert.deepEqual(attributesOf(render(Part, { children: "a", type: "submit" }), "type"), ["submit"]);
  assert.doesNotMatch(render(Part, { children: "a" }), /aria-disabled|aria-pressed/);
  assert.match(render(Part, { children: "a", isPressed: false }), /aria-pressed="false"/);
});

test("a text field is tied to its label, its hint and its fault", () => {
  const html = render(parts.TextField, {
    label: "Name",
    value: "kestrel",
    onChange: nothing,
    hint: "Shown in lists.",
    error: "It is taken.",
  });
  const [id = ""] = attributesOf(html, "id");
  assert.match(html, new RegExp(`<label for="${id}"`));
  const described = attributesOf(html, "aria-describedby")[0]?.split(" ") ?? [];
  const texts = described.map((one) =>
    textOf(new RegExp(`<p[^>]*id="${one}"[^>]*>.*?</p>`).exec(html)?.[0] ?? ""),
  );
  assert.deepEqual(texts, ["Shown in lists.", "It is taken."]);
  assert.match(html, /aria-invalid="true"/);
});

test("a field without hint and fault is described by nothing and is not invalid", () => {
  const html = render(parts.TextField, { label: "Name", value: "", onChange: nothing });
  assert.doesNotMatch(html, /aria-describedby|aria-invalid/);
});

test("passwords and secrets are not offered to be filled in unless a form asks for it", () => {
  const html = render(parts.TextField, { label: "Name", value: "", onChange: nothing, type: "password" });
  assert.deepEqual(attributesOf(html, "autoComplete").concat(attributesOf(html, "autocomplete")), ["off"]);
});

test("a number field takes any step and keeps what was typed, also when it is not a number yet", () => {
  const html = render(parts.NumberField, {
    label: "Ceiling",
    value: "0.",
    onChange: nothing,
    min: 0,
    max: 1,
  });
  assert.deepEqual(attributesOf(html, "value"), ["0."]);
  assert.deepEqual(attributesOf(html, "step"), ["any"]);
  assert.deepEqual(attributesOf(html, "inputMode").concat(attributesOf(html, "inputmode")), ["decimal"]);
});

test("a hidden label is hidden from the eye alone", () => {
  const html = render(parts.TextField, {
    label: "Search",
    value: "",
    onChange: nothing,
    isLabelHidden: true,
  });
  assert.match(html, /<label[^>]*class="visually-hidden"[^>]*>Search</);
});

const OPTIONS = [
  { value: "a", label: "First" },
  { value: "b", label: "Second" },
] as const;

test("a select offers its options in order, with the chosen one selected", () => {
  const html = render(parts.SelectField<"a" | "b">, {
    label: "Side",
    value: "b",
    options: OPTIONS,
    onChange: nothing,
  });
  assert.deepEqual(textsOf(html, "option"), ["First", "Second"]);
  assert.match(html, /<option selected value="b">/);
});

test("segments are radios of one group, named by the legend", () => {
  const html = render(parts.Segmented<"a" | "b">, {
    label: "Side",
    value: "a",
    options: OPTIONS,
    onChange: nothing,
    hint: "One of two.",
  });
  assert.equal(new Set(attributesOf(html, "name")).size, 1);
  assert.deepEqual(textsOf(html, "legend"), ["Side"]);
  assert.equal(attributesOf(html, "checked").length, 1);
  assert.match(textOf(html), /One of two\./);
});

test("a check box says what it means inside its own label", () => {
  const html = render(parts.Check, { label: "Show", isChecked: true, onChange: nothing, hint: "in clear" });
  assert.deepEqual(textsOf(html, "label"), ["Show in clear"]);
  assert.equal(attributesOf(html, "checked").length, 1);
});

interface Row {
  readonly id: string;
  readonly usd: number;
}

const table = (props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}): string =>
  render(parts.DataTable<Row>, {
    label: "Models",
    rows: [
      { id: "kite", usd: 1 },
      { id: "heron", usd: 2 },
    ],
    idOf: ({ id }) => id,
    columns: [
      { name: "Model", show: ({ id }) => id },
      { name: "Dollars", isNumber: true, show: ({ usd }) => usd },
      { name: "Actions", isNameHidden: true, show: () => "Edit" },
    ],
    ...props,
  });

test("a table names its columns and shows every row, in a region that the keyboard can scroll", () => {
  const html = table();
  assert.deepEqual(textsOf(html, "th"), ["Model", "Dollars", "Actions"]);
  assert.deepEqual(cellsOf(html), [
    ["kite", "1", "Edit"],
    ["heron", "2", "Edit"],
  ]);
  assert.match(html, /role="region" aria-label="Models" tabindex="0"/i);
});

test("a stacked table keeps the roles of a table and repeats the names of its columns beside the values", () => {
  const html = table({ isStacked: true });
  assert.match(html, /<table class="table stacked" role="table"/);
  assert.deepEqual(attributesOf(html, "data-label").slice(0, 3), ["Model", "Dollars", ""]);
  assert.equal(html.split('role="cell"').length - 1, 6);
});

test("the picked row alone is marked", () => {
  const html = table({ isPicked: ({ id }) => id === "heron" });
  assert.equal(html.split('data-picked="true"').length - 1, 1);
  assert.match(html, /data-picked="true"><td[^>]*><div>heron/);
});

test("a difference of equal texts is said, not drawn", () => {
  assert.equal(textOf(render(parts.DiffView, { before: "a", after: "a" })), "No difference.");
  const html = render(parts.DiffView, { before: "a\nb", after: "a\nc" });
  assert.deepEqual(attributesOf(html, "data-change"), ["same", "removed", "added"]);
});

test("a fault of a form lists every faulty member with its fix, by its name", () => {
  const html = render(parts.FormError, { error: refused });
  assert.match(html, /role="alert"/);
  assert.deepEqual(textsOf(html, "li"), [
    "name: It is missing. Give it a name.",
    "allow[0]: It is empty. Name a model.",
  ]);
  assert.match(textOf(html), /^This cannot be accepted as it is\./);
});

test("what stands beside its field is not said again below the form", () => {
  const html = render(parts.FormError, { error: refused, shown: "name label" });
  assert.deepEqual(textsOf(html, "li"), ["allow[0]: It is empty. Name a model."]);
  assert.match(
    textOf(render(parts.FormError, { error: refused, shown: "name policy" })),
    /^This cannot be accepted as it is\. See the marked fields\.$/,
  );
});

test("a fault without members says its detail; no fault draws nothing", () => {
  assert.match(
    textOf(render(parts.FormError, { error: new Error("It broke.") })),
    /^The page failed\. It broke\.$/,
  );
  assert.equal(render(parts.FormError, { error: undefined }), "");
  assert.equal(render(parts.FormError, { error: null }), "");
});

test("a fault is found by the member that it is in, at any depth", () => {
  assert.equal(parts.faultOf(refused, "name"), "It is missing. Give it a name.");
  assert.equal(parts.faultOf(refused, "policy"), "It is empty. Name a model.");
  assert.equal(parts.faultOf(refused, "allow"), "It is empty. Name a model.", "one of a list");
  assert.equal(parts.faultOf(refused, "deny"), undefined);
  assert.equal(parts.faultOf(new Error("x"), "name"), undefined);
});

test("a fault of the service is shown in its own words with its request; another is one of the page", () => {
  assert.deepEqual(parts.explain(refused), {
    title: "This cannot be accepted as it is",
    detail: "Two faults.",
  });
  assert.deepEqual(parts.explain("odd"), { title: "The page failed", detail: "odd" });
  const html = render(parts.ErrorPanel, { error: refused, onRetry: nothing });
  assert.match(textOf(html), /Request request-17 Try again$/);
  assert.doesNotMatch(render(parts.ErrorPanel, { error: refused }), /Try again/);
});

test("what loads is announced once, however many rows are drawn", () => {
  const html = render(parts.Skeleton, { rows: 3, label: "Loading keys" });
  assert.equal(textOf(html), "Loading keys");
  assert.equal(html.split("skeleton-row").length - 1, 3);
  assert.match(html, /role="status"/);
});

test("a page shows its placeholder until its script has arrived, and then itself", async () => {
  const { component, load } = parts.page(async () => ({ Hello: () => "Here." }), "Hello", "Waiting.");
  assert.equal(textOf(render(component, {})), "Waiting.");
  await load();
  assert.equal(textOf(render(component, {})), "Here.");
});

test("an empty list says why and offers the way on", () => {
  const action = createElement("a", { href: "/keys?new" }, "Create a key");
  const html = render(parts.EmptyState, { title: "No keys", children: "None yet.", action });
  assert.equal(textOf(html), "No keys None yet. Create a key");
});

test("of tabs only the current one is in the order of focus, and it names the panel", () => {
  const html = render(parts.Tabs<"a" | "b">, {
    label: "Views",
    tabs: [
      { id: "a", label: "First" },
      { id: "b", label: "Second" },
    ],
    current: "b",
    onChange: nothing,
    children: "content",
  });
  assert.deepEqual(attributesOf(html, "aria-selected"), ["false", "true"]);
  assert.deepEqual(attributesOf(html.toLowerCase(), "tabindex"), ["-1", "0"]);
  const [named = ""] = attributesOf(html, "aria-labelledby");
  assert.match(named, /-b$/);
});

test("a lever says its value in words to those who do not see it", () => {
  const html = render(parts.Lever, {
    label: "Worth of a point",
    value: 3,
    onChange: nothing,
    min: 0,
    max: 10,
    step: 0.1,
    shown: "$0.01 for 1 %",
    low: "cheap",
    high: "good",
  });
  assert.deepEqual(attributesOf(html, "aria-valuetext"), ["$0.01 for 1 %"]);
  assert.deepEqual(textsOf(html, "output"), ["$0.01 for 1 %"]);
  assert.match(html, /aria-hidden="true"/);
});

test("the whisker of a probability stays within the bar", () => {
  for (const [success, spread] of [
    [0.98, 0.1],
    [0.01, 0.2],
    [0.5, 0],
  ] as const) {
    const html = render(parts.Probability, { success, spread });
    const whisker = /<rect class="whisker"[^>]*>/.exec(html)?.[0] ?? "";
    const [x = NaN] = attributesOf(whisker, "x").map(Number);
    const [width = NaN] = attributesOf(whisker, "width").map(Number);
    assert.ok(x >= 0 && width >= 1 && x + width <= 101, whisker);
  }
  assert.match(render(parts.Probability, { success: 0.8, spread: 0.05 }), /title="80 % ± 5"/);
});

test("a custom span shows its two ends and the zone of the clock; a preset shows neither", () => {
  const { RangeControl: Part } = parts;
  const preset = render(Part, { range: { span: "7", from: "", to: "" }, onChange: nothing });
  assert.doesNotMatch(preset, /datetime-local|>All</);
  const custom = render(Part, {
    range: { span: "custom", from: "", to: "" },
    onChange: nothing,
    hasAll: true,
  });
  assert.deepEqual(textsOf(custom, "label").slice(-2), ["From", "Until"]);
  assert.match(textOf(custom), new RegExp(Intl.DateTimeFormat().resolvedOptions().timeZone));
  assert.match(custom, />All</);
});
