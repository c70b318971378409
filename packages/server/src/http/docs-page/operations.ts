// The operations of the OpenAPI document as the pages of the reference: one page a group, addresses of existing clients apart.
import type { JsonObject, JsonValue } from "../openapi/schema-components.ts";

export interface Operation {
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly node: JsonObject;
}

export interface DocsPage {
  /** Its address below `/docs/`. */
  readonly slug: string;
  readonly title: string;
  readonly lead: string;
  readonly operations: readonly Operation[];
}

export const object = (value: JsonValue | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export const list = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];

export const text = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

const EXISTING = "Existing clients";
/** Addresses and forms of other products, kept so that their clients work unchanged. */
const EXISTING_PATH = /^\/api\/v1\/(?:v1|v2|model-router)\//;

const LEADS: Readonly<Record<string, string>> = {
  "Model selection": "Ask which model to call. Everything else serves this.",
  Feedback: "Report how good an answer was, so that the next choice is better.",
  Decisions: "Look at what was decided, one by one or as sessions.",
  Overview: "What decisions add up to: dollars, success, savings.",
  Preferences: "Versioned policies: the objective, rules for candidates, and the fallback when none is left.",
  Replay: "Decide past traffic again under another policy, before it is on.",
  "Custom routers": "Routers trained on your own evaluations.",
  Models: "The catalogue, with your own corrections.",
  "API keys": "Keys with scopes, limits, owners and an end.",
  "Signing in": "What the dashboard uses to sign people in.",
  Account: "Settings, export and deletion of the whole account.",
  Privacy: "Count, export and erase one person's decisions.",
  Members: "Who belongs to the account, and what they may do.",
  Operation: "Liveness, metrics and this reference itself.",
  [EXISTING]:
    "Addresses and forms under which clients of other routers work unchanged. New programs need none of them.",
};

const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

export function operationsOf(document: JsonObject): readonly Operation[] {
  return Object.entries(object(document["paths"])).flatMap(([url, methods]) =>
    Object.entries(object(methods)).map(([method, node]) => ({
      id: text(object(node)["operationId"]),
      url,
      method: method.toUpperCase(),
      node: object(node),
    })),
  );
}

const groupOf = ({ url, node }: Operation): string =>
  EXISTING_PATH.test(url) ? EXISTING : text(list(node["tags"])[0]);

/** In the order of the document, those of existing clients last. */
export function pagesOf(document: JsonObject): readonly DocsPage[] {
  const groups = Map.groupBy(operationsOf(document), groupOf);
  const titles = [...groups.keys()].filter((title) => title !== EXISTING);
  return [...titles, EXISTING].map((title) => ({
    slug: slugOf(title),
    title,
    lead: LEADS[title] ?? "",
    operations: groups.get(title) ?? [],
  }));
}
