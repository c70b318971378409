import type { ReactNode } from "react";

import { CopyButton } from "./copy-button.tsx";

/** A key as text to copy. It cannot be read again once it is off the screen. */
export function Secret(props: { readonly secret: string }): ReactNode {
  return (
    <div className="secret">
      <code data-testid="secret">{props.secret}</code>
      <CopyButton text={props.secret} />
    </div>
  );
}
