import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useAction } from "../api/use-action.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { FormError } from "./form-error.tsx";

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly verb: string;
  /** Kind of the question: one that can be undone asks less loudly. */
  readonly kind?: "danger" | "primary";
  /** When given, this text must be typed before the button works. */
  readonly typed?: string;
  readonly onConfirm: () => Promise<unknown>;
  /** Keys of the queries that are read again afterwards. */
  readonly stale?: readonly (readonly unknown[])[];
  readonly onClose: () => void;
}

/** Asks before what cannot be undone or reaches real traffic. Stays open with the fault when it fails. */
export function ConfirmDialog(props: Props): ComponentChildren {
  const [typed, setTyped] = useState("");
  const action = useAction(props.onConfirm, { onDone: props.onClose, stale: props.stale ?? [] });
  const isReady = props.typed === undefined || typed.trim() === props.typed;
  const foot = (
    <>
      <Button onClick={props.onClose}>Cancel</Button>
      <Button
        kind={props.kind ?? "danger"}
        isBusy={action.isBusy}
        isDisabled={!isReady}
        onClick={() => action.run()}
      >
        {props.verb}
      </Button>
    </>
  );
  return (
    <Dialog title={props.title} onClose={props.onClose} foot={foot}>
      <div className="stack">
        <div>{props.children}</div>
        {props.typed === undefined ? null : (
          <TextField label={`Type “${props.typed}” to confirm`} value={typed} onChange={setTyped} />
        )}
        <FormError error={action.error} />
      </div>
    </Dialog>
  );
}
