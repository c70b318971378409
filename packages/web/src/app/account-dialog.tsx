// The organisations of the signed-in person. Opening one gives this browser a new session in it and starts at the overview.
import type { OwnAccount } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { useLocation } from "wouter-preact";

import { signalbox } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { ACCOUNT_KEYS } from "../api/queries/lists.ts";
import { Badge } from "../components/badge.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormError } from "../components/form-error.tsx";
import { ErrorPanel, Skeleton } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { roleLabel } from "../lib/roles.ts";
import { useSessionChange } from "../session/session.ts";

export function AccountDialog(props: { readonly onClose: () => void }): ComponentChildren {
  const accounts = useQuery({
    queryKey: ACCOUNT_KEYS.own,
    queryFn: ({ signal }) => signalbox.auth.accounts({ signal }),
    staleTime: 0,
  });
  const rows = accounts.data?.data ?? [];
  return (
    <Dialog title="Your organisations" onClose={props.onClose}>
      {accounts.isError ? (
        <ErrorPanel error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : null}
      {accounts.isPending ? <Skeleton rows={2} label="Loading your organisations" /> : null}
      <ul className="list" aria-label="Organisations">
        {rows.map((account) => (
          <AccountRow key={account.id} account={account} onClose={props.onClose} />
        ))}
      </ul>
      {rows.length === 1 ? (
        <p className="hint">This is the only one. An invitation from an owner of another adds it here.</p>
      ) : null}
    </Dialog>
  );
}

interface RowProps {
  readonly account: OwnAccount;
  readonly onClose: () => void;
}

function AccountRow({ account, onClose }: RowProps): ComponentChildren {
  const client = useQueryClient();
  const change = useSessionChange();
  const [, navigate] = useLocation();
  const open = useAction(() => signalbox.auth.switchAccount({ account_id: account.id }), {
    onDone: (me) => {
      onClose();
      navigate("/");
      change(me);
      showToast(`You are in ${me.account.name} now.`);
    },
    // Somebody who was removed meanwhile no longer belongs to it: the list is read again.
    onFault: () => void client.invalidateQueries({ queryKey: ACCOUNT_KEYS.own }),
  });
  return (
    <li className="divided-row" aria-current={account.is_current || undefined}>
      <div className="row-between">
        <span>
          <strong dir="auto">{account.name}</strong> <span className="faint">{roleLabel(account.role)}</span>
        </span>
        {account.is_current ? (
          <Badge tone="clear">you are here</Badge>
        ) : (
          <Button size="small" isBusy={open.isBusy} onClick={() => open.run()}>
            Open<span className="visually-hidden"> {account.name}</span>
          </Button>
        )}
      </div>
      <FormError error={open.error} />
    </li>
  );
}
