import type { ApiKey } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useSearch } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { useGroups } from "../../api/queries/overview.ts";
import { API_KEY_KEYS } from "../../api/queries/lists.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { Check } from "../../components/choice.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { usageColumns, usageOf, useUsageOrder } from "../../components/usage-columns.tsx";
import type { UsageSource } from "../../components/usage-columns.tsx";
import { useExplore } from "../../lib/use-explore.ts";
import { EmptyState } from "../../components/states.tsx";
import { keyColumns } from "./key-columns.tsx";
import { KeyDialogs } from "./key-dialogs.tsx";
import type { KeyTask } from "./key-dialogs.tsx";
import { SAY } from "../../lib/phrases.ts";

/** The keys with their use in a span, in the order that was asked for. */
function useKeys(hasRevoked: boolean) {
  const list = usePages<ApiKey>(API_KEY_KEYS.list(hasRevoked), (cursor, signal) =>
    signalbox.keys.list(
      { ...(cursor !== undefined && { cursor }), limit: 100, include_revoked: hasRevoked },
      { signal },
    ),
  );
  const { range, setRange } = useExplore("30");
  const source: UsageSource<ApiKey> = {
    groups: useGroups(range, "key").data,
    range,
    isOf: ({ value }, { id }) => value === id,
    filterOf: (key) => ({ key_id: key.id }),
  };
  const { order, rows } = useUsageOrder(source, list.rows);
  return { list: { ...list, rows }, order, source, range, setRange };
}

export function KeysPage(): ComponentChildren {
  const { canWrite } = useRights();
  const isNewAsked = new URLSearchParams(useSearch()).has("new");
  const [task, setTask] = useState<KeyTask | undefined>(isNewAsked ? { kind: "create" } : undefined);
  const [hasRevoked, setHasRevoked] = useState(false);
  const client = useQueryClient();
  const { list, order, source, range, setRange } = useKeys(hasRevoked);
  const create = (
    <Button kind="primary" isDisabled={!canWrite} onClick={() => setTask({ kind: "create" })}>
      {SAY.createKey}
    </Button>
  );
  return (
    <>
      <PageHeader title="API keys" actions={create}>
        A key is shown once, when it is made. Keep it on a server, never in a page or an app.
      </PageHeader>
      <div className="stack-4">
        <ListPanel
          label="API keys"
          list={list}
          order={order}
          columns={keyColumns(
            canWrite ? setTask : undefined,
            usageColumns(source),
            (key) => usageOf(source, key)?.last_at,
          )}
          idOf={(key) => key.id}
          kind="has-actions"
          find={{ label: "Find a key", textOf: (key) => `${key.name} ${key.prefix} ${key.owner_email}` }}
          head={
            <>
              <RangeControl range={range} onChange={setRange} />
              <Check label="Show revoked keys" isChecked={hasRevoked} onChange={setHasRevoked} />
            </>
          }
          empty={
            <EmptyState title="No keys yet" action={create}>
              Every call names its key. Give each program its own, with just the scopes it needs.
            </EmptyState>
          }
        />
      </div>
      <KeyDialogs
        task={task}
        onTask={setTask}
        onChanged={() => void client.invalidateQueries({ queryKey: API_KEY_KEYS.all })}
      />
    </>
  );
}
