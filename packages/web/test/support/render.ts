// Renders a component of the dashboard to HTML in node:test, and reads the HTML as a person would.
import { QueryClient, QueryClientProvider } from "@tanstack/preact-query";
import { createElement } from "preact";
import type { ComponentType } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { Router } from "wouter-preact";

/** Data that was read from the service already: a key of the cache and what is kept under it. */
export type Known = readonly (readonly [key: readonly unknown[], data: unknown])[];

/** Static HTML of a component. Effects do not run, so nothing is fetched: all that it knows is `known`. */
export function render<P extends object>(
  component: (props: P) => unknown,
  props: P,
  known: Known = [],
): string {
  const client = new QueryClient();
  for (const [key, data] of known) client.setQueryData(key, data);
  const element = createElement(component as ComponentType<P>, props);
  const routed = createElement(Router, { ssrPath: "/", children: element });
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, routed));
  client.clear();
  return html;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

const decode = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all);

/** The words that stand in a piece of HTML, those for screen readers included. */
export const textOf = (html: string): string =>
  decode(html.replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();

/** Text of every element of this name, in order. */
export const textsOf = (html: string, element: string): string[] =>
  Array.from(html.matchAll(new RegExp(`<${element}[ >].*?</${element}>`, "gs")), ([inner]) => textOf(inner));

/** Cells of a table's body, row by row. */
export const cellsOf = (html: string): string[][] =>
  Array.from(html.matchAll(/<tr[ >].*?<\/tr>/gs), ([row]) => textsOf(row, "td")).filter(
    (row) => row.length > 0,
  );

/** Values of an attribute, in order; one without a value is empty. */
export const attributesOf = (html: string, name: string): string[] =>
  Array.from(
    html.matchAll(new RegExp(`(?<=<[^<>]*) ${name}(?:="([^"]*)")?(?=[ />])`, "g")),
    ([, value = ""]) => decode(value),
  );
