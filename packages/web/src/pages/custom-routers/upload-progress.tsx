import type { ComponentChildren } from "preact";

import { Button } from "../../components/button.tsx";
import { bytes, percent } from "../../lib/format.ts";
import type { UploadAction } from "./use-upload.ts";

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
