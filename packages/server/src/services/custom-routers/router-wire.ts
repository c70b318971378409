import type { CustomRouter as CustomRouterWire, CustomRouterCheck } from "@signalbox/contracts";
import type { CustomRouter } from "@signalbox/storage";

import { toIso } from "../timestamps.ts";

const STATUS = {
  uploading: "queued",
  queued: "queued",
  running: "training",
  done: "ready",
  failed: "failed",
  cancelled: "cancelled",
} as const;

export function routerToWire(router: CustomRouter): CustomRouterWire {
  const { labels, checks, rows } = router.upload;
  return {
    id: router.id,
    name: router.name,
    status: STATUS[router.state],
    is_active: router.isActive,
    preference_id: router.preferenceId,
    progress: router.progress,
    phase: router.stage,
    rows: typeof rows === "number" ? rows : 0,
    labels: Array.isArray(labels) ? (labels as string[]) : [],
    checks: Array.isArray(checks) ? (checks as CustomRouterCheck[]) : [],
    error: router.error,
    created_at: toIso(router.createdAtMs),
    updated_at: toIso(router.updatedAtMs),
  };
}
