import type { Model } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormError } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { EMPTY_OVERRIDE, toFields, toOverride } from "./override-form.ts";
import { OverrideFieldsView } from "./override-fields.tsx";
import { MODELS_KEY, useModels } from "../../api/queries/lists.ts";

export function OverrideDialog(props: {
  readonly model: Model;
  readonly onClose: () => void;
}): ComponentChildren {
  const { model } = props;
  const saved = useModels().data?.overrides.find(({ id }) => id === model.id)?.override;
  const [fields, setFields] = useState(saved === undefined ? EMPTY_OVERRIDE : toFields(saved));
  const client = useQueryClient();
  const save = useAction(() => signalbox.models.override(model.id, { ...saved, ...toOverride(fields) }), {
    onDone: () => {
      void client.invalidateQueries({ queryKey: MODELS_KEY });
      showToast(`${model.name} saved.`);
      props.onClose();
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save.run();
  };
  return (
    <Dialog title={`Correct ${model.name}`} onClose={props.onClose} width="wide">
      <form className="stack" onSubmit={submit}>
        <p className="soft">Applies to this organisation only. Empty fields stay as shipped.</p>
        <OverrideFieldsView fields={fields} model={model} error={save.error} onChange={setFields} />
        <FormError error={save.error} shown="name scores" />
        <Button type="submit" kind="primary" isBusy={save.isBusy}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
