// The key of the first call: the one that the first start printed, pasted, or a new one. What is pasted never leaves the page.
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { API_KEY_KEYS } from "../../api/queries/lists.ts";
import { useNames } from "../../api/queries/names.ts";
import { useAction } from "../../api/use-action.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Secret } from "../../components/copy-button.tsx";
import { nextKeyName, readPastedKey } from "./own-key.ts";

export interface GuideKey {
  readonly secret: string;
  /** Shown this once; undefined for one that was pasted. */
  readonly isNew: boolean;
}

interface Props {
  readonly chosen: GuideKey | undefined;
  readonly onChoose: (key: GuideKey | undefined) => void;
}

export function KeyStep({ chosen, onChoose }: Props): ComponentChildren {
  if (chosen?.isNew === true)
    return (
      <>
        <p>Store it now: it is not shown again.</p>
        <Secret secret={chosen.secret} />
      </>
    );
  return (
    <>
      <p>Programs authenticate with a key.</p>
      <PasteKey onChoose={onChoose} />
      <MakeKey onMade={(secret) => onChoose({ secret, isNew: true })} />
    </>
  );
}

function PasteKey({ onChoose }: Pick<Props, "onChoose">): ComponentChildren {
  const [text, setText] = useState("");
  const { keys } = useNames();
  const pasted = readPastedKey(text, keys);
  const change = (next: string): void => {
    setText(next);
    const read = readPastedKey(next, keys);
    onChoose(read.kind === "own" ? { secret: read.secret, isNew: false } : undefined);
  };
  return (
    <TextField
      label="The key that the first start printed, or any other of yours"
      type="password"
      autoComplete="off"
      placeholder="sk_…"
      value={text}
      onChange={change}
      hint={
        pasted.kind === "own"
          ? `This is “${pasted.name}”. It stands in the call below and is sent nowhere.`
          : "It is put into the call below and sent nowhere."
      }
      error={pasted.kind === "fault" ? pasted.text : undefined}
    />
  );
}

function MakeKey(props: { readonly onMade: (secret: string) => void }): ComponentChildren {
  const { canWrite } = useRights();
  const { keys } = useNames();
  const client = useQueryClient();
  const create = useAction(
    () => signalbox.keys.create({ name: nextKeyName(keys), scopes: ["select", "feedback"] }),
    {
      onDone: (made) => {
        void client.invalidateQueries({ queryKey: API_KEY_KEYS.all });
        props.onMade(made.key);
      },
    },
  );
  return (
    <>
      <div className="row">
        <Button
          kind={keys.length === 0 ? "primary" : "plain"}
          isBusy={create.isBusy}
          isDisabled={!canWrite}
          onClick={() => create.run()}
        >
          {keys.length === 0 ? "Make the first key" : "Make another key"}
        </Button>
      </div>
      <FormError error={create.error} />
    </>
  );
}
