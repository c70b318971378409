// What a call is for, where an agent makes many of them for one person's task.
import { Type, type Static } from "typebox";

export const CallRoleSchema = Type.Enum(["main", "sub_agent", "title", "summary", "check"], {
  description:
    "What an agent makes the call for: `main`, a turn of its conversation; `sub_agent`, a turn of an agent that it sent; " +
    "`title`; `summary` of a long conversation; or `check`, a classifier or a question of safety.",
});

export type CallRole = Static<typeof CallRoleSchema>;
export const CALL_ROLES: readonly CallRole[] = CallRoleSchema.enum;
