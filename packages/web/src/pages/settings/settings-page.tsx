import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { ACCOUNT_KEYS } from "../../api/queries/lists.ts";
import { useMe, useRights } from "../../session/session.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useTab } from "../../lib/hooks.ts";
import { AccountForm } from "./account-form.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { EmailForm } from "./email-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

const TABS = [
  { id: "account", label: "Organisation" },
  { id: "security", label: "Your sign-in" },
  { id: "data", label: "Export and deletion" },
] as const;

export function SettingsPage(): ComponentChildren {
  const [tab, setTab] = useTab(TABS);
  const { isOwner } = useRights();
  const { user } = useMe();
  const account = useQuery({
    queryKey: ACCOUNT_KEYS.current,
    queryFn: ({ signal }) => signalbox.account.get({ signal }),
  });
  return (
    <>
      <PageHeader title="Settings">What the organisation keeps and learns, and how you sign in.</PageHeader>
      <Tabs label="Settings" tabs={TABS} current={tab} onChange={setTab}>
        {account.isError ? (
          <ErrorPanel error={account.error} onRetry={() => void account.refetch()} />
        ) : account.data === undefined ? (
          <Skeleton />
        ) : tab === "account" ? (
          <AccountForm account={account.data} canChange={isOwner} />
        ) : tab === "security" ? (
          <div className="stack-4">
            <div className="columns-2">
              <EmailForm user={user} />
              <PasswordForm />
              <SecondFactorPanel />
            </div>
            <SessionsPanel />
          </div>
        ) : (
          <DangerZone account={account.data} canChange={isOwner} />
        )}
      </Tabs>
    </>
  );
}
