// Whether a custom router is switched on is told by the policy of its preference alone.
import type { Migration } from "./migration.ts";

export const routerSwitch: Migration = {
  version: 3,
  name: "router switch",
  statements: ["alter table custom_routers drop column is_active"],
};
