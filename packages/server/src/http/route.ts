// A route is data: method, path, who may call, schemas, handler. The app, OpenAPI and the docs page all read this.
import type { CompiledSchema, Scope } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type { Principal, UserPrincipal } from "../context/principal.ts";
import type { ServiceContext } from "../context/service-context.ts";

export const API_PREFIX = "/api/v1";

/** Addresses of one route: below the prefix; at the root too for the compatible surface; at the root only for pages. */
export function urlsOf(route: Route): readonly string[] {
  const below = `${API_PREFIX}${route.path}`;
  if (route.isAtRoot === true) return [route.path];
  return route.isCompatible === true ? [below, route.path] : [below];
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: nobody is asked (`public`), an API key with the scope or a signed-in person (`key`), or only a
 * signed-in person (`person`). Finer rights are decided in the services.
 */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "key"; readonly scope: Scope }
  | { readonly kind: "person" };

type PrincipalOf<A extends Access> = A extends { kind: "public" }
  ? Principal | undefined
  : A extends { kind: "person" }
    ? UserPrincipal
    : Principal;

type Parsed<S> = S extends TSchema ? Static<S> : undefined;

/** One call of a handler. */
interface Call<A extends Access, P, Q, B> {
  readonly context: ServiceContext;
  readonly principal: PrincipalOf<A>;
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
  readonly request: FastifyRequest;
  /** For headers, cookies and streams; a handler that sends by itself returns the reply. */
  readonly reply: FastifyReply;
}

interface RouteSpec<
  A extends Access,
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
> {
  readonly operationId: string;
  readonly method: Method;
  /** Under `/api/v1`, with `:name` parameters, e.g. "/keys/:id". */
  readonly path: string;
  /** Served under `/` too: the compatible surface only. */
  readonly isCompatible?: boolean;
  /** Served under `/` only: health, metrics, the reference. */
  readonly isAtRoot?: boolean;
  readonly access: A;
  /** Answered however busy the service is. */
  readonly isNeverShed?: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  /** Members arrive as strings; numbers and booleans are converted as the schema says. */
  readonly query?: Q;
  readonly body?: B;
  /** The body may be absent altogether, whatever the content type. */
  readonly isBodyOptional?: boolean;
  /** The same schema with words of its own for each fault; members that it does not name are let pass. */
  readonly bodyCheck?: CompiledSchema;
  /** The body carries conversations or evaluations, for which `limits.bodyBytesMax` has room. */
  readonly isBodyLarge?: boolean;
  /** `multipart` bodies are read and judged by the handler, through `request.parts()`. */
  readonly bodyKind?: "json" | "multipart";
  /** Status of success, default 200; 204 sends no body. */
  readonly status?: number;
  /** Schema of the success body; undefined = no body. A string is a media type of another kind of body. */
  readonly response: TSchema | undefined | string;
  readonly handler: (call: Call<A, P, Q, B>) => unknown;
}

/** A route whose type parameters are forgotten, for lists. */
export interface Route extends Omit<
  RouteSpec<Access, TSchema | undefined, TSchema | undefined, TSchema | undefined>,
  "handler"
> {
  readonly handler: (call: AnyCall) => unknown;
}

export interface AnyCall {
  readonly context: ServiceContext;
  readonly principal: Principal | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Checks a route's types and forgets them. The app validates `params`, `query`, `body` before the handler runs. */
export function defineRoute<
  const A extends Access,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(spec: RouteSpec<A, P, Q, B>): Route {
  return spec as unknown as Route;
}
