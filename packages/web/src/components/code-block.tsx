import type { ReactNode } from "react";

import { CopyButton } from "./copy-button.tsx";

export function CodeBlock(props: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <div className="code">
      <div className="code-copy">
        <CopyButton text={props.text} />
      </div>
      <pre tabIndex={0} role="region" aria-label={props.label}>
        <code>{props.text}</code>
      </pre>
    </div>
  );
}
