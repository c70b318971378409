import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { ACCOUNT_KEYS, useAccount } from "../../api/queries/lists.ts";
import { useMe, useRights, useSessionChange } from "../../session/session.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useTab } from "../../lib/hooks.ts";
import { AccountForm } from "./account-form.tsx";
import { EmailForm } from "./email-form.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { useState } from "preact/hooks";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Form, faultOf, FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { showToast } from "../../components/toasts.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import type { Account, BrowserSession } from "@signalbox/sdk";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { PersonPanel } from "./person-panel.tsx";
import { Badge } from "../../components/badge.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { Time } from "../../components/time.tsx";
import { shortTime } from "../../lib/format.ts";
import { browserName } from "../../lib/browser-name.ts";
import { Answered } from "../../components/states.tsx";

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

function SessionsPanel(): ComponentChildren {
  const sessions = useQuery({
    queryKey: ACCOUNT_KEYS.browserSessions,
    queryFn: ({ signal }) => signalbox.auth.sessions({ signal }),
  });
  const end = useAction((id: string) => signalbox.auth.endSession(id), {
    stale: [ACCOUNT_KEYS.browserSessions],
  });
  return (
    <Panel title="Signed-in browsers" isFlush>
      <FormError error={end.error} />
      <Answered query={sessions} rows={2}>
        {({ data }) => (
          <DataTable<BrowserSession>
            label="Signed-in browsers"
            rows={data}
            idOf={(session) => session.id}
            isStacked
            columns={sessionColumns(end.run)}
          />
        )}
      </Answered>
    </Panel>
  );
}

interface Props {
  readonly account: Account;
  readonly canChange: boolean;
}

function DangerZone({ account, canChange }: Props): ComponentChildren {
  const [isDeleting, setIsDeleting] = useState(false);
  const change = useSessionChange();
  return (
    <div className="columns-2">
      <Panel title="Export">
        <p>
          Everything the organisation holds, one JSON object a line: members, keys without their secrets,
          preferences with all versions, decisions, feedback, audit log.
        </p>
        {canChange ? (
          <a className="button" href={signalbox.account.exportUrl()} download>
            Download the export
          </a>
        ) : (
          <p className="hint">Only owners export.</p>
        )}
      </Panel>
      {canChange ? <PersonPanel /> : null}
      <Panel title="Deletion">
        <p>Deletes the organisation with all of the above, immediately and for good.</p>
        <Button kind="danger" isDisabled={!canChange} onClick={() => setIsDeleting(true)}>
          Delete the organisation
        </Button>
      </Panel>
      {isDeleting ? (
        <ConfirmDialog
          title="Delete the organisation"
          verb="Delete everything"
          typed={account.name}
          onClose={() => setIsDeleting(false)}
          onConfirm={async () => {
            await signalbox.account.remove(account.name);
            change(null);
          }}
        >
          Keys stop working, decisions and preferences are gone. Nothing of this can be brought back.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function PasswordForm(): ComponentChildren {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const change = useAction(
    () => signalbox.auth.changePassword({ current_password: current, new_password: next }),
    {
      onDone: () => {
        setCurrent("");
        setNext("");
        showToast("Password changed. Other sessions were signed out.");
      },
    },
  );
  return (
    <Panel title="Password">
      <Form action={change} verb="Change the password" shown="current_password new_password">
        <PasswordField
          label="Current password"
          value={current}
          onChange={setCurrent}
          error={faultOf(change.error, "current_password")}
          isNew={false}
        />
        <PasswordField
          label="New password"
          value={next}
          onChange={setNext}
          error={faultOf(change.error, "new_password")}
          isNew
        />
      </Form>
    </Panel>
  );
}

const TABS = [
  { id: "account", label: "Organisation" },
  { id: "security", label: "Your sign-in" },
  { id: "data", label: "Export and deletion" },
] as const;

export function SettingsPage(): ComponentChildren {
  const [tab, setTab] = useTab(TABS);
  const { isOwner } = useRights();
  const { user } = useMe();
  const account = useAccount();
  return (
    <>
      <PageHeader title="Settings">What the organisation keeps and learns, and how you sign in.</PageHeader>
      <Tabs label="Settings" tabs={TABS} current={tab} onChange={setTab}>
        {tab === "security" ? (
          <div className="stack-4">
            <div className="columns-2">
              <EmailForm user={user} />
              <PasswordForm />
              <SecondFactorPanel />
            </div>
            <SessionsPanel />
          </div>
        ) : (
          <Answered query={account}>
            {(account) =>
              tab === "account" ? (
                <AccountForm account={account} canChange={isOwner} />
              ) : (
                <DangerZone account={account} canChange={isOwner} />
              )
            }
          </Answered>
        )}
      </Tabs>
    </>
  );
}
