import type { ComponentChildren } from "preact";

import { ago, dateTime, DASH } from "../lib/format.ts";
import { useNow } from "../lib/hooks.ts";

/** How long ago, with the exact moment in the tooltip. */
export function Time(props: { readonly at: string | null | undefined }): ComponentChildren {
  const nowMs = useNow(30_000);
  if (props.at === null || props.at === undefined) return DASH;
  return (
    <time dateTime={props.at} title={dateTime(props.at)} className="nowrap">
      {ago(props.at, nowMs)}
    </time>
  );
}
