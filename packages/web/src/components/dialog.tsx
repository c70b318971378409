// A modal on the browser's own <dialog>: focus is trapped and given back, Escape closes.
import { useLayoutEffect, useId, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { Button } from "./button.tsx";

interface Props {
  readonly title: string;
  /** Absent when only a button of the dialog's own may close it: then Escape does nothing either. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ComponentChildren;
  readonly foot?: ComponentChildren;
  /** "side": a drawer at the right edge, as high as the window. */
  readonly width?: "wide" | "side";
}

export function Dialog(props: Props): ComponentChildren {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    const first = dialog?.querySelector<HTMLElement>(".panel-body :is(input, select, textarea)");
    if (first !== null && first !== undefined) first.focus();
    // A second press of the key that opened it must not press anything: the heading takes the focus.
    else dialog?.querySelector<HTMLElement>("h2")?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="dialog"
      data-width={props.width ?? "normal"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose?.();
      }}
      onKeyDown={(event) => {
        // Pressed twice, Escape closes a dialog that refused the first time; not letting it through is the only way.
        if (event.key === "Escape" && props.onClose === undefined) event.preventDefault();
      }}
    >
      <div className="panel-head">
        <h2 id={titleId} tabIndex={-1}>
          {props.title}
        </h2>
        {props.onClose === undefined ? null : (
          <Button kind="quiet" size="small" onClick={props.onClose}>
            Close
          </Button>
        )}
      </div>
      <div className="panel-body">{props.children}</div>
      {props.foot === undefined ? null : <div className="dialog-foot">{props.foot}</div>}
    </dialog>
  );
}
