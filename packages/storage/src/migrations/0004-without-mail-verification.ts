import type { Migration } from "./migrate.ts";

export const withoutMailVerification: Migration = {
  version: 4,
  name: "without mail verification",
  statements: ["drop table email_verifications"],
};
