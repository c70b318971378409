import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { bytes } from "../../lib/format.ts";

export function DropZone(props: {
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
