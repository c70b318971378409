import type { CustomRouter } from "@signalbox/sdk";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { ROUTER_KEYS } from "../../api/queries/custom-routers.ts";
import { Badge } from "../../components/badge.tsx";
import type { Column } from "../../components/data-table.tsx";
import { LinkButton } from "../../components/link-button.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../lib/format.ts";
import { RouterStatus } from "./router-status.tsx";

const COLUMNS: readonly Column<CustomRouter>[] = [
  {
    name: "Name",
    show: (one) => (
      <Link href={`/custom-routers/${one.id}`}>
        <strong dir="auto">{one.name}</strong>
      </Link>
    ),
  },
  { name: "Status", show: (one) => <RouterStatus router={one} /> },
  { name: "Rows", isNumber: true, show: (one) => count(one.rows) },
  { name: "Models", isNumber: true, show: (one) => one.labels.length },
  {
    name: "In use",
    show: (one) =>
      one.preference_id === null || !one.is_active ? (
        one.is_active ? (
          <Badge tone="clear">on</Badge>
        ) : (
          ""
        )
      ) : (
        <Link href={`/preferences/${one.preference_id}`}>by its preference</Link>
      ),
  },
  { name: "Changed", show: (one) => <Time at={one.updated_at} /> },
];

export function RoutersPage(): ReactNode {
  const list = usePages<CustomRouter>(ROUTER_KEYS.list, (cursor, signal) =>
    signalbox.customRouters.list({ ...(cursor !== undefined && { cursor }) }, { signal }),
  );
  const train = (
    <LinkButton href="/custom-routers/new" kind="primary">
      Train a router
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Custom routers" actions={train}>
        Routers fitted to your own evaluations, on top of the shipped one.
      </PageHeader>
      <ListPanel
        label="Custom routers"
        list={list}
        columns={COLUMNS}
        idOf={(one) => one.id}
        empty={
          <EmptyState title="None trained yet" action={train}>
            Bring prompts with a score for each model, at least 25 of them. The report shows whether it pays
            before anything is switched on.
          </EmptyState>
        }
      />
    </>
  );
}
