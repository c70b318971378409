import { useState } from "preact/hooks";
import { type ComponentChildren, createPortal } from "preact";
import { useLocation } from "wouter-preact";
import { signalbox } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { COMMAND, openPalette } from "./use-shortcuts.ts";
import { useMe, useSessionChange } from "../session/session.ts";
import type { OwnAccount } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { ACCOUNT_KEYS } from "../api/queries/lists.ts";
import { Badge } from "../components/badge.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormError } from "../components/form-error.tsx";
import { ErrorPanel, Skeleton } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { useFollowed } from "../lib/hooks.ts";
import { roleLabel } from "../lib/phrases.ts";

// The organisations of the signed-in person. Opening one gives this browser a new session in it and starts at the overview.

function AccountDialog(props: { readonly onClose: () => void }): ComponentChildren {
  const accounts = useQuery({
    queryKey: ACCOUNT_KEYS.own,
    queryFn: ({ signal }) => signalbox.auth.me({ signal }),
    staleTime: 0,
  });
  const rows = accounts.data?.accounts ?? [];
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

// Day, night, or as the system says. The choice is applied before the first paint by /head.js.

export type Theme = "system" | "light" | "dark";

const KEY = "signalbox.theme";
const ORDER: readonly Theme[] = ["system", "light", "dark"];

function chosenTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function nextTheme(theme: Theme): Theme {
  return ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "system";
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  dispatchEvent(new Event(KEY));
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

function onTheme(listener: () => void): () => void {
  addEventListener(KEY, listener);
  return () => removeEventListener(KEY, listener);
}

const THEME_WORDS = { system: "Theme: system", light: "Theme: day", dark: "Theme: night" } as const;

export function RailFoot(): ComponentChildren {
  const me = useMe();
  const change = useSessionChange();
  const [isChoosing, setIsChoosing] = useState(false);
  const theme = useFollowed(onTheme, chosenTheme);
  const signOut = useAction(() => signalbox.auth.signOut(), { onDone: () => change(null) });
  return (
    <div className="rail-foot">
      <div className="rail-links">
        <a href="/docs">Docs</a>
        <button type="button" onClick={openPalette}>
          Go to <kbd>{COMMAND} K</kbd>
        </button>
      </div>
      <button
        type="button"
        className="rail-button rail-account"
        aria-haspopup="dialog"
        onClick={() => setIsChoosing(true)}
      >
        <strong dir="auto">{me.account.name}</strong>
        <span dir="auto">{me.user.email}</span>
        <span className="visually-hidden">Switch organisation</span>
      </button>
      {/* Outside the rail, whose colours and focus ring are made for its livery. */}
      {isChoosing
        ? createPortal(<AccountDialog onClose={() => setIsChoosing(false)} />, document.body)
        : null}
      <div className="row">
        <button type="button" className="rail-button" onClick={() => chooseTheme(nextTheme(theme))}>
          {THEME_WORDS[theme]}
        </button>
        <button
          type="button"
          className="rail-button"
          onClick={() => signOut.run()}
          aria-busy={signOut.isBusy}
        >
          Sign out
        </button>
      </div>
      {signOut.error === undefined ? null : <span role="alert">Signing out failed. Try again.</span>}
    </div>
  );
}
