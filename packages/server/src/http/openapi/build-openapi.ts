// OpenAPI 3.1 from the list of routes and the error table: the routes are the only source.
import { ERROR_TABLE, type ErrorCode } from "@signalbox/contracts";
import type { TSchema } from "typebox";

import { urlsOf } from "../route.ts";
import type { Route } from "../route.ts";
import {
  ProblemSchema,
  SCHEMA_NAMES,
  createSchemaComponents,
  type JsonObject,
  type JsonValue,
  type SchemaComponents,
} from "./schema-components.ts";

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

/** Generators look for the words beside the parameter, not inside its schema. */
function describe(schema: TSchema, parameter: JsonObject): JsonObject {
  const { description } = schema as { readonly description?: string };
  return description === undefined ? parameter : { ...parameter, description };
}

function parametersOf(
  schema: TSchema | undefined,
  place: "path" | "query",
  components: SchemaComponents,
): JsonObject[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return Object.entries(properties).map(([name, member]) =>
    describe(member, {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: components.toJson(member),
    }),
  );
}

function requestBodyOf(route: Route, components: SchemaComponents): JsonObject {
  if (route.body === undefined) return {};
  const mediaType = route.bodyKind === "multipart" ? "multipart/form-data" : "application/json";
  return {
    requestBody: {
      required: route.isBodyOptional !== true,
      content: { [mediaType]: { schema: components.toJson(route.body) } },
    },
  };
}

function successOf(route: Route, components: SchemaComponents): JsonObject {
  const { response } = route;
  const status = String(route.status ?? (response === undefined ? 204 : 200));
  if (response === undefined) return { [status]: { description: "Done; no body." } };
  const content: JsonObject =
    typeof response === "string"
      ? { [response]: { schema: { type: "string" } } }
      : { "application/json": { schema: components.toJson(response) } };
  return { [status]: { description: "Success.", content } };
}

/** Codes that any route may answer with, by what the route is. */
function codesOf(route: Route): readonly ErrorCode[] {
  const codes: ErrorCode[] = ["internal", "overloaded"];
  if (route.access.kind !== "public") codes.push("unauthenticated", "forbidden", "rate_limited");
  if (route.params !== undefined || route.path.includes("select")) codes.push("not_found");
  if (route.body !== undefined) codes.push("malformed_json", "payload_too_large", "unsupported_media_type");
  if (route.body !== undefined || route.query !== undefined) codes.push("validation_failed");
  return codes;
}

function failuresOf(route: Route): JsonObject {
  const byStatus = Map.groupBy(codesOf(route), (code) => ERROR_TABLE[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `${ERROR_TABLE[code].title} (\`${code}\`)`).join("; "),
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      ]),
  );
}

function securityOf(route: Route): JsonValue {
  if (route.access.kind === "public") return [];
  const session: JsonObject = { session: [] };
  return route.access.kind === "person" ? [session] : [{ key: [route.access.scope] }, session];
}

function operationOf(route: Route, components: SchemaComponents): JsonObject {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: securityOf(route),
    parameters: [
      ...parametersOf(route.params, "path", components),
      ...parametersOf(route.query, "query", components),
    ],
    ...requestBodyOf(route, components),
    responses: { ...successOf(route, components), ...failuresOf(route) },
  };
}

function pathsOf(routes: readonly Route[], components: SchemaComponents): JsonObject {
  const addressed = routes.map((route) => ({
    route,
    url: (urlsOf(route)[0] ?? "").replaceAll(/:(\w+)/g, "{$1}"),
  }));
  const byUrl = Map.groupBy(addressed, ({ url }) => url);
  return Object.fromEntries(
    Array.from(byUrl, ([url, entries]) => [
      url,
      Object.fromEntries(
        entries.map(({ route }) => [route.method.toLowerCase(), operationOf(route, components)]),
      ),
    ]),
  );
}

const SECURITY_SCHEMES: JsonObject = {
  key: {
    type: "http",
    scheme: "bearer",
    description: "An API key: `Authorization: Bearer sk_...`. Keep it on your server.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-signalbox",
    description:
      "The dashboard's session; unsafe methods also send `x-signalbox-csrf: 1` from the same origin.",
  },
};

export function buildOpenApi(routes: readonly Route[], info: OpenApiInfo): JsonObject {
  const components = createSchemaComponents(SCHEMA_NAMES);
  components.toJson(ProblemSchema);
  const paths = pathsOf(routes, components);
  const tags = [...new Set(routes.map((route) => route.tag))].map((name) => ({ name }));
  return {
    openapi: "3.1.0",
    info: { ...info, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/" }],
    tags,
    paths,
    components: { schemas: components.list(), securitySchemes: SECURITY_SCHEMES },
  };
}
