import type { Role } from "@signalbox/sdk";

export const ROLE_OPTIONS: readonly { readonly value: Role; readonly label: string }[] = [
  { value: "owner", label: "Owner" },
  { value: "member", label: "Member" },
  { value: "read_only", label: "Read-only" },
];

export const roleLabel = (role: Role): string =>
  ROLE_OPTIONS.find(({ value }) => value === role)?.label ?? role;

/** The rights of a role. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: "An owner changes everything: members, settings, and whether the account exists.",
  member: "A member works with keys and preferences, and does not reach members or settings.",
  read_only: "A read-only person looks at everything but secrets, and changes nothing.",
};
