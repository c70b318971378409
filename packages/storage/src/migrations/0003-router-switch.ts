// Whether a custom router is switched on follows from the policy of its preference alone.
import type { Migration } from "./migration.ts";

export const routerSwitch: Migration = {
  version: 3,
  name: "router switch",
  statements: ["alter table custom_routers drop column is_active"],
};
