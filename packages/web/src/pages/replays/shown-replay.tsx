import type { Replay } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useEffect } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useNames } from "../../api/queries/names.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/states.tsx";
import { dateTime, percent } from "../../lib/format.ts";
import { ReplayResult } from "./replay-result.tsx";
import { useRights } from "../../session/session.ts";
import { scopeWords, sideWords } from "./replay-words.ts";
import { isRunning, useReplay, useReplayId } from "./use-replay.ts";

/** One replay with its result, or how far it has come. */
export function ShownReplay({ id }: { readonly id: string }): ComponentChildren {
  const { data: replay, error } = useReplay(id);
  const client = useQueryClient();
  const names = useNames();
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
          From {sideWords(replay.a)} to {sideWords(replay.b)}, on {scopeWords(replay, names)}; asked for on{" "}
          {dateTime(replay.created_at)}
          {replay.created_by === null ? "" : ` by ${replay.created_by}`}.
        </p>
      )}
      {replay !== undefined && isRunning(replay) ? <Progress replay={replay} /> : null}
      {typeof replay?.error === "string" ? (
        <div className="banner" data-tone="stop" role="alert">
          {replay.error}
        </div>
      ) : null}
      {replay?.result ? <ReplayResult result={replay.result} /> : null}
    </Panel>
  );
}

function stageOf({ status, progress }: Replay): string {
  if (status === "queued") return "Waiting for its turn";
  return progress === 0 ? "Opening the journal" : `${percent(progress)} decided again`;
}

function Progress({ replay }: { readonly replay: Replay }): ComponentChildren {
  const { canWrite } = useRights();
  const [, setId] = useReplayId();
  const cancel = useAction(() => signalbox.replay.delete(replay.id), {
    stale: [PREFERENCE_KEYS.replays],
    onDone: () => setId(undefined),
  });
  return (
    <div className="stack" role="status">
      <progress max={1} value={replay.progress} aria-label="Deciding again">
        {percent(replay.progress)}
      </progress>
      <div className="row">
        <span className="soft">{stageOf(replay)}</span>
        {canWrite ? (
          <Button size="small" isBusy={cancel.isBusy} onClick={() => cancel.run()}>
            Cancel
          </Button>
        ) : null}
      </div>
      <FormError error={cancel.error} />
    </div>
  );
}
