import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { download } from "../lib/values.ts";
import { Button } from "./button.tsx";

interface Props {
  readonly text: string;
  readonly label?: string;
  /** The thing that is copied, where the label alone does not say it. */
  readonly of?: string;
  readonly kind?: "quiet";
}

/** Says whether the copy worked: on plain http away from loopback browsers refuse the clipboard. */
export function CopyButton(props: Props): ComponentChildren {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(props.text);
      setState("copied");
    } catch {
      // The text stays selectable beside the button, so the refusal is said and nothing is lost.
      setState("refused");
    }
  };
  const words = { idle: props.label ?? "Copy", copied: "Copied", refused: "Select and copy by hand" };
  return (
    <Button size="small" kind={props.kind ?? "plain"} onClick={() => void copy()}>
      <span aria-live="polite">{words[state]}</span>
      {props.of === undefined ? null : <span className="visually-hidden"> of {props.of}</span>}
    </Button>
  );
}

interface CsvProps {
  readonly of: string;
  /** Without its ending. */
  readonly fileName: string;
  readonly textOf: () => string;
}

export function CsvButton({ of, fileName, textOf }: CsvProps): ComponentChildren {
  return (
    <Button kind="quiet" size="small" onClick={() => download(`${fileName}.csv`, textOf())}>
      CSV<span className="visually-hidden"> of {of}</span>
    </Button>
  );
}

/** A key as text to copy. It cannot be read again once it is off the screen. */
export function Secret(props: { readonly secret: string }): ComponentChildren {
  return (
    <div className="secret">
      <code data-testid="secret">{props.secret}</code>
      <CopyButton text={props.secret} />
    </div>
  );
}

export function CodeBlock(props: { readonly text: string; readonly label: string }): ComponentChildren {
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
