import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/field.tsx";
import { Form, faultOf } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { EMPTY_OVERRIDE, toOverride } from "./override-form.ts";
import { OverrideFieldsView } from "./override-fields.tsx";
import { MODELS_KEY } from "../../api/queries/lists.ts";

const EMPTY = { id: "", fields: EMPTY_OVERRIDE };

interface Props {
  /** The name that requests use, where that is known. */
  readonly id?: string;
  readonly onClose: () => void;
}

export function NewModelDialog(props: Props): ComponentChildren {
  const draft = useDraft(`new-model.${props.id ?? ""}`, { ...EMPTY, id: props.id ?? "" });
  const { id, fields } = draft.value;
  const save = useAction(() => signalbox.models.override(id.trim(), toOverride(fields)), {
    stale: [MODELS_KEY],
    onDone: () => {
      draft.discard();
      showToast(`${id.trim()} added.`);
      props.onClose();
    },
  });
  return (
    <Dialog title="Add a model of your own" onClose={props.onClose} width="wide">
      <Form action={save} verb="Add" shown="id name scores">
        <TextField
          label="Id"
          hint="As your requests name it: vendor/model."
          value={id}
          maxLength={128}
          error={faultOf(save.error, "id")}
          onChange={(value) => draft.set({ ...draft.value, id: value })}
          isRequired
        />
        <OverrideFieldsView
          fields={fields}
          model={undefined}
          error={save.error}
          onChange={(value) => draft.set({ ...draft.value, fields: value })}
        />
      </Form>
    </Dialog>
  );
}
