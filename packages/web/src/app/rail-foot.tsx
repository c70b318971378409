import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { createPortal } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { AccountDialog } from "./account-dialog.tsx";
import { COMMAND, openPalette } from "./use-shortcuts.ts";
import { useMe, useSessionChange } from "../session/session.ts";
import { chosenTheme, chooseTheme, nextTheme } from "./theme.ts";

const THEME_WORDS = { system: "Theme: system", light: "Theme: day", dark: "Theme: night" } as const;

export function RailFoot(props: { readonly onNavigate?: (() => void) | undefined }): ComponentChildren {
  const me = useMe();
  const change = useSessionChange();
  const [isChoosing, setIsChoosing] = useState(false);
  const [theme, setTheme] = useState(chosenTheme);
  const signOut = useAction(() => signalbox.auth.signOut(), { onDone: () => change(null) });
  const turn = (): void => {
    const next = nextTheme(theme);
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <div className="rail-foot">
      <div className="rail-links">
        <Link href="/guide" onClick={props.onNavigate}>
          First steps
        </Link>
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
        <button type="button" className="rail-button" onClick={turn}>
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
