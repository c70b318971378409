// Pieces that every endpoint of the dashboard and the management API shares: ids, times, roles, scopes, lists.
// Lists are keyset-paged: `next_cursor` is opaque and null at the end.
import { Type, type Static, type TSchema } from "typebox";

export const API_LIMITS = {
  pageSizeDefault: 50,
  pageSizeMax: 200,
  nameCharsMax: 200,
  emailCharsMax: 254,
  passwordCharsMax: 1024,
  searchCharsMax: 200,
} as const;

/** The schema or null. */
export const OrNull = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const TimestampSchema = Type.String({ format: "date-time", description: "UTC, ISO 8601." });
export const IdSchema = Type.String({ minLength: 1, maxLength: 128 });
export const NameSchema = Type.String({ minLength: 1, maxLength: API_LIMITS.nameCharsMax });
export const EmailSchema = Type.String({
  minLength: 3,
  maxLength: API_LIMITS.emailCharsMax,
  // Characters of a list or a display name would make one address of a header into another.
  pattern: '^[^\\s@<>()\\[\\],;:"]+@[^\\s@<>()\\[\\],;:"]+$',
});
/** The part after the @ of an address. */
export const DomainSchema = Type.String({ minLength: 1, maxLength: 253, pattern: "^[a-zA-Z0-9.-]+$" });
export const PasswordSchema = Type.String({
  minLength: 1,
  maxLength: API_LIMITS.passwordCharsMax,
  description: "At least as long as the installation asks for, 10 characters unless configured otherwise.",
});
/** Versions count from 1; the ceiling is that of a 32-bit column. */
export const VersionSchema = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const RoleSchema = Type.Union([
  Type.Literal("owner"),
  Type.Literal("member"),
  Type.Literal("read_only"),
]);
export const ROLES = RoleSchema.anyOf.map((role) => role.const);
export const ScopeSchema = Type.Union([
  Type.Literal("select"),
  Type.Literal("feedback"),
  Type.Literal("preferences"),
  Type.Literal("read"),
  Type.Literal("privacy"),
]);
export const SCOPES = ScopeSchema.anyOf.map((scope) => scope.const);
/** Scopes of a key that was asked for without scopes. Erasing a person's decisions is never among it. */
export const DEFAULT_SCOPES = SCOPES.filter((scope) => scope !== "privacy");

export const IdParamsSchema = Type.Object({ id: IdSchema });
export const SessionIdParamsSchema = Type.Object({ session_id: IdSchema });

/** Query members of every list. */
export const pageQuery = {
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: API_LIMITS.pageSizeMax, default: API_LIMITS.pageSizeDefault }),
  ),
};
export const PageQuerySchema = Type.Object(pageQuery);

/** `{ data, next_cursor }` of one element schema. */
export const PageOf = <T extends TSchema>(element: T) =>
  Type.Object({ data: Type.Array(element), next_cursor: OrNull(Type.String()) });

/** Answer of actions that have nothing to tell but that they were done. */
export const DoneSchema = Type.Object({ done: Type.Boolean() });

export type Role = Static<typeof RoleSchema>;
export type Scope = Static<typeof ScopeSchema>;
export type PageQuery = Static<typeof PageQuerySchema>;
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
}
export type Done = Static<typeof DoneSchema>;
