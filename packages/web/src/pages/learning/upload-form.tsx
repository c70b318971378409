import type { ComponentChildren } from "preact";
import { useMe, useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { useDraft } from "../../lib/use-draft.ts";
import { sizeFault, useChosenFile, useUpload, type UploadAction } from "./use-upload.ts";
import { bytes, percent } from "../../lib/format.ts";
import { useState } from "preact/hooks";

function DropZone(props: {
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
}): ComponentChildren {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) props.onFile(file);
  };
  return (
    <div
      className="dropzone"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <label className="field-label" htmlFor="dataset">
        Drop a CSV, JSON or promptfoo file here, or choose one
      </label>
      <input
        id="dataset"
        type="file"
        accept=".csv,.jsonl,.ndjson,.json,text/csv,application/x-ndjson"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) props.onFile(file);
        }}
      />
      {props.file === undefined ? null : (
        <span className="hint">
          {props.file.name}, {bytes(props.file.size)}
        </span>
      )}
    </div>
  );
}

/** How much of the file has left, and the way to stop it. */
export function UploadProgress({ upload }: { readonly upload: UploadAction }): ComponentChildren {
  if (upload.isCancelled)
    return (
      <div className="banner" data-tone="caution" role="status">
        The upload was cancelled. Nothing was kept; the file is still chosen here.
      </div>
    );
  if (!upload.isBusy) return null;
  const { bytes: sent, totalBytes } = upload.sent ?? { bytes: 0, totalBytes: 0 };
  const share = totalBytes === 0 ? 0 : sent / totalBytes;
  return (
    <div className="stack">
      <progress max={1} value={share} aria-label="Upload">
        {percent(share)}
      </progress>
      <div className="row-between">
        <span className="soft">
          {share < 1
            ? `${percent(share)} sent, ${bytes(sent)} of ${bytes(totalBytes)}`
            : "All sent. The service looks at the file."}
        </span>
        <Button kind="danger" size="small" onClick={upload.cancel}>
          Cancel the upload
        </Button>
      </div>
    </div>
  );
}

interface Typed {
  readonly name: string;
  readonly column: string;
  readonly direction: "more" | "less";
}

const EMPTY: Typed = { name: "", column: "", direction: "more" };

export function UploadForm(): ComponentChildren {
  const { file, choose, discard } = useChosenFile();
  const { limits } = useMe();
  const draft = useDraft("new-router", EMPTY);
  const { name, column, direction } = draft.value;
  const { canWrite } = useRights();
  const upload = useUpload(() => {
    discard();
    draft.discard();
  });
  const take = (next: File): void => {
    choose(next);
    if (name === "") draft.set({ ...draft.value, name: next.name.replace(/\.\w+$/, "") });
  };
  const fault = file === undefined ? "" : sizeFault(file, limits.upload_bytes_max);
  const submit = (): void => {
    if (file === undefined || fault !== "") return;
    upload.run({ file, name, promptColumn: column, maximize: direction === "more" });
  };
  return (
    <Panel title="Your file">
      <Form
        action={{ ...upload, run: submit }}
        verb={upload.isBusy ? "Uploading" : "Upload and train"}
        isDisabled={file === undefined || fault !== "" || !canWrite}
      >
        <DropZone onFile={take} file={file} />
        {fault === "" ? null : (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
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
      </Form>
    </Panel>
  );
}
