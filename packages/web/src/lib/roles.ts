import type { Role } from "@signalbox/sdk";

export const ROLE_OPTIONS: readonly { readonly value: Role; readonly label: string }[] = [
  { value: "owner", label: "Owner" },
  { value: "member", label: "Member" },
  { value: "read_only", label: "Read-only" },
];

export const roleLabel = (role: Role): string =>
  ROLE_OPTIONS.find(({ value }) => value === role)?.label ?? role;
