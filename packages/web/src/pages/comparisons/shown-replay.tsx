import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ReactNode } from "react";

import { PREFERENCE_KEYS } from "../../api/queries/preferences.ts";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/states.tsx";
import { dateTime, percent } from "../../lib/format.ts";
import { ReplayResult } from "./replay-result.tsx";
import { rangeWords, sideWords } from "./replay-words.ts";
import { isRunning, useReplay } from "./use-replay.ts";

/** One replay with its result, or how far it has come. */
export function ShownReplay({ id }: { readonly id: string }): ReactNode {
  const { data: replay, error } = useReplay(id);
  const client = useQueryClient();
  const hasEnded = replay !== undefined && !isRunning(replay);
  // The list below shows what has ended, too.
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.replays });
  }, [client, hasEnded]);
  return (
    <Panel title="Replay">
      <FormError error={error} />
      {replay === undefined && error === null ? <Skeleton rows={3} /> : null}
      {replay === undefined ? null : (
        <p className="soft">
          From {sideWords(replay.a)} to {sideWords(replay.b)}, {rangeWords(replay)}; asked for on{" "}
          {dateTime(replay.created_at)}
          {replay.created_by === null ? "" : ` by ${replay.created_by}`}.
        </p>
      )}
      {isRunning(replay) ? <p role="status">{percent(replay?.progress)}</p> : null}
      {typeof replay?.error === "string" ? (
        <div className="banner" data-tone="stop" role="alert">
          {replay.error}
        </div>
      ) : null}
      {replay?.result ? <ReplayResult result={replay.result} /> : null}
    </Panel>
  );
}
