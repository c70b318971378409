import { useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { useMe, useSessionChange } from "./session.ts";
import { chosenTheme, chooseTheme, nextTheme } from "./theme.ts";

const THEME_WORDS = { system: "Theme: system", light: "Theme: day", dark: "Theme: night" } as const;

export function RailFoot(): ReactNode {
  const me = useMe();
  const change = useSessionChange();
  const [theme, setTheme] = useState(chosenTheme);
  const signOut = useAction(() => signalbox.auth.signOut(), { onDone: () => change(null) });
  const turn = (): void => {
    const next = nextTheme(theme);
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <div className="rail-foot">
      <div>
        <strong dir="auto">{me.account.name}</strong>
        <br />
        <span dir="auto">{me.user.email}</span>
      </div>
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
