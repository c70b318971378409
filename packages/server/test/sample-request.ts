// Requests made from a route's own schemas, so that a new route is tried by the isolation tests without being named there.
import type { TSchema } from "typebox";
import { Value } from "typebox/value";

import type { Route } from "../src/http/route.ts";

interface SampleRequest {
  readonly path: string;
  readonly body: unknown;
}

type Member = TSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Member>>;
  readonly patternProperties?: Readonly<Record<string, Member>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Member[];
  readonly pattern?: string;
  readonly minLength?: number;
};

/** Members that name something of an account. */
const NAMES_SOMETHING = /(^id|_id|session)$/;

const TEXT_SAMPLES = ["someone@example.org", "2027-01-01T00:00:00Z", "a quite ordinary text"];

function sampleText(schema: Member): string {
  return TEXT_SAMPLES.find((text) => Value.Check(schema, text)) ?? "sample";
}

function sampleOf(schema: Member, foreignId: string): unknown {
  if (schema.properties !== undefined) return sampleObject(schema, foreignId);
  const branch = schema.anyOf?.find((candidate) => candidate.type !== "null");
  if (branch !== undefined) return sampleOf(branch, foreignId);
  if (schema.type === "string") return sampleText(schema);
  const [member] = Object.values(schema.patternProperties ?? {});
  if (member !== undefined) return { sample: sampleOf(member, foreignId) };
  return Value.Create(schema);
}

function sampleObject(schema: Member, foreignId: string): Record<string, unknown> {
  const required = new Set(schema.required);
  const sample: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (NAMES_SOMETHING.test(name)) sample[name] = foreignId;
    else if (member.properties !== undefined) sample[name] = sampleObject(member, foreignId);
    else if (required.has(name)) sample[name] = sampleOf(member, foreignId);
  }
  return sample;
}

const membersOf = (schema: Member | undefined): Readonly<Record<string, Member>> => schema?.properties ?? {};

export const queryMembersOf = (route: Route): readonly string[] => Object.keys(membersOf(route.query));

/** The route called with a foreign id in its path, its query and its body. */
export function sampleRequest(route: Route, foreignId: string): SampleRequest {
  const path = route.path.replaceAll(/:[a-z_]+/g, encodeURIComponent(foreignId));
  const query = queryMembersOf(route)
    .filter((name) => NAMES_SOMETHING.test(name))
    .map((name) => `${name}=${encodeURIComponent(foreignId)}`);
  return {
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    body: route.body === undefined ? undefined : sampleOf(route.body, foreignId),
  };
}

export const isStream = (route: Route): boolean => route.response === "text/event-stream";
