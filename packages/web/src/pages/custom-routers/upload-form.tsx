import { useState } from "react";
import type { FormEvent, ReactNode } from "react";

import { useRights } from "../../app/session.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { checkFile } from "./check-file.ts";
import type { FileCheck } from "./check-file.ts";
import { CheckList } from "./check-list.tsx";
import { DropZone } from "./drop-zone.tsx";
import { useUpload } from "./use-upload.ts";

interface Chosen {
  readonly file: File;
  readonly checks: readonly FileCheck[];
}

export function UploadForm(): ReactNode {
  const [chosen, setChosen] = useState<Chosen>();
  const [name, setName] = useState("");
  const [column, setColumn] = useState("");
  const [direction, setDirection] = useState<"more" | "less">("more");
  const { canWrite } = useRights();
  const upload = useUpload();
  const choose = async (file: File): Promise<void> => {
    setChosen({ file, checks: await checkFile(file) });
    if (name === "") setName(file.name.replace(/\.\w+$/, ""));
  };
  const hasError = chosen?.checks.some(({ level }) => level === "error") ?? true;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen === undefined || hasError) return;
    upload.run({ file: chosen.file, name, promptColumn: column, maximize: direction === "more" });
  };
  return (
    <form onSubmit={submit}>
      <Panel title="Your file">
        <DropZone onFile={(file) => void choose(file)} file={chosen?.file} />
        <CheckList checks={chosen?.checks ?? []} />
        <TextField label="Name" value={name} maxLength={200} onChange={setName} />
        <TextField label="Column with the prompt" placeholder="prompt" value={column} onChange={setColumn} />
        <Segmented
          label="Scores"
          value={direction}
          options={[
            { value: "more", label: "Larger is better" },
            { value: "less", label: "Smaller is better" },
          ]}
          onChange={setDirection}
        />
        <FormError error={upload.error} />
        <Button type="submit" kind="primary" isBusy={upload.isBusy} isDisabled={hasError || !canWrite}>
          {upload.isBusy ? "Uploading" : "Upload and train"}
        </Button>
      </Panel>
    </form>
  );
}
