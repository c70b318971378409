import type { CustomRouter } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { Badge } from "../../components/badge.tsx";
import type { Tone } from "../../components/badge.tsx";
import { percent } from "../../lib/format.ts";

const TONES: Readonly<Record<CustomRouter["status"], Tone>> = {
  queued: "plain",
  training: "info",
  ready: "clear",
  failed: "stop",
  cancelled: "caution",
};

export const isWorking = (router: CustomRouter): boolean =>
  router.status === "queued" || router.status === "training";

export function RouterStatus({ router }: { readonly router: CustomRouter }): ComponentChildren {
  if (router.needs_training) return <Badge tone="caution">train again</Badge>;
  return (
    <Badge tone={TONES[router.status]}>
      {router.status}
      {router.status === "training" ? ` ${percent(router.progress)}` : ""}
    </Badge>
  );
}
