// A modal on the browser's own <dialog>: focus is trapped and given back, Escape closes.
import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";

import { Button } from "./button.tsx";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
  readonly isWide?: boolean;
}

export function Dialog(props: Props): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    // Without a field the browser focuses the close button, which is first in the markup.
    dialog?.querySelector<HTMLElement>(".panel-body :is(input, select, textarea)")?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="dialog"
      data-width={props.isWide === true ? "wide" : "normal"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <div className="panel-head">
        <h2 id={titleId}>{props.title}</h2>
        <Button kind="quiet" size="small" onClick={props.onClose}>
          Close
        </Button>
      </div>
      <div className="panel-body">{props.children}</div>
      {props.foot === undefined ? null : <div className="dialog-foot">{props.foot}</div>}
    </dialog>
  );
}
