import type { BrowserSession } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { ACCOUNT_KEYS } from "../../api/queries/lists.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { shortTime } from "../../lib/format.ts";
import { browserName } from "../../lib/browser-name.ts";

const sessionColumns = (onEnd: (id: string) => void): readonly Column<BrowserSession>[] => [
  {
    name: "Browser",
    show: (session) => (
      <>
        {browserName(session.user_agent)} {session.is_current ? <Badge tone="clear">this one</Badge> : null}
        <br />
        <span className="faint">{session.address ?? "unknown address"}</span>
      </>
    ),
  },
  {
    name: "Signed in",
    show: (session) => (
      <>
        <Time at={session.created_at} />
        <br />
        <span className="small faint">by {session.signed_in_by}</span>
      </>
    ),
  },
  { name: "Last used", show: (session) => <Time at={session.last_used_at} /> },
  {
    name: "Ends",
    show: (session) => (
      <>
        {shortTime(session.ends_at)}
        <br />
        <span className="small faint">unused: {shortTime(session.expires_at)}</span>
      </>
    ),
  },
  {
    name: "Actions",
    isNameHidden: true,
    show: (session) =>
      session.is_current ? null : (
        <Button size="small" kind="danger" onClick={() => onEnd(session.id)}>
          Sign out
        </Button>
      ),
  },
];

export function SessionsPanel(): ComponentChildren {
  const client = useQueryClient();
  const sessions = useQuery({
    queryKey: ACCOUNT_KEYS.browserSessions,
    queryFn: ({ signal }) => signalbox.auth.sessions({ signal }),
  });
  const end = useAction((id: string) => signalbox.auth.endSession(id), {
    onDone: () => void client.invalidateQueries({ queryKey: ACCOUNT_KEYS.browserSessions }),
  });
  return (
    <Panel title="Signed-in browsers" isFlush>
      <FormError error={end.error} />
      {sessions.isError ? (
        <ErrorPanel error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : sessions.data === undefined ? (
        <Skeleton rows={2} />
      ) : (
        <DataTable<BrowserSession>
          label="Signed-in browsers"
          rows={sessions.data.data}
          idOf={(session) => session.id}
          isStacked
          columns={sessionColumns(end.run)}
        />
      )}
    </Panel>
  );
}
