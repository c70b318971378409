import type { ComponentChildren } from "preact";

import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { CheckList } from "./check-list.tsx";
import { DropZone } from "./drop-zone.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { useChosenFile, useUpload } from "./use-upload.ts";

interface Typed {
  readonly name: string;
  readonly column: string;
  readonly direction: "more" | "less";
}

const EMPTY: Typed = { name: "", column: "", direction: "more" };

export function UploadForm(): ComponentChildren {
  const { chosen, choose, discard } = useChosenFile();
  const draft = useDraft("new-router", EMPTY);
  const { name, column, direction } = draft.value;
  const { canWrite } = useRights();
  const upload = useUpload(() => {
    discard();
    draft.discard();
  });
  const take = async (file: File): Promise<void> => {
    await choose(file);
    if (name === "") draft.set({ ...draft.value, name: file.name.replace(/\.\w+$/, "") });
  };
  const hasError = chosen?.checks.some(({ level }) => level === "error") ?? true;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (chosen === undefined || hasError) return;
    upload.run({ file: chosen.file, name, promptColumn: column, maximize: direction === "more" });
  };
  return (
    <form onSubmit={submit}>
      <Panel title="Your file">
        <DropZone onFile={(file) => void take(file)} file={chosen?.file} />
        <CheckList checks={chosen?.checks ?? []} />
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          onChange={(value) => draft.set({ ...draft.value, name: value })}
        />
        <TextField
          label="Column with the prompt"
          placeholder="prompt"
          value={column}
          onChange={(value) => draft.set({ ...draft.value, column: value })}
        />
        <Segmented
          label="Scores"
          value={direction}
          options={[
            { value: "more", label: "Larger is better" },
            { value: "less", label: "Smaller is better" },
          ]}
          onChange={(value) => draft.set({ ...draft.value, direction: value })}
        />
        <UploadProgress upload={upload} />
        <FormError error={upload.error} />
        <Button type="submit" kind="primary" isBusy={upload.isBusy} isDisabled={hasError || !canWrite}>
          {upload.isBusy ? "Uploading" : "Upload and train"}
        </Button>
      </Panel>
    </form>
  );
}
