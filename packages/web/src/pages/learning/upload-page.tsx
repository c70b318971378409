import type { ComponentChildren } from "preact";

import { CodeBlock } from "../../components/copy-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { UploadForm } from "./upload-form.tsx";
import { SAY } from "../../lib/phrases.ts";

const EXAMPLE = `prompt,openai/gpt-6.2-sol/score,openai/gpt-6-luna/score
"What is 17 * 23?",1,1
"Prove that e is irrational.",0.9,0.4`;

export function UploadPage(): ComponentChildren {
  return (
    <>
      <PageHeader title={SAY.trainARouter} crumb={{ href: "/learning", label: "Learning" }}>
        From your own evaluations: prompts, and how well each model answered them.
      </PageHeader>
      <div className="grid-aside">
        <UploadForm />
        <Panel title="What it looks like">
          <p>
            CSV with a prompt column and one score column a model, at least 25 rows; or one JSON object a
            line.
          </p>
          <CodeBlock label="Example file" text={EXAMPLE} />
          <p>
            With <code>/cost</code> columns (dollars of an answer) the report draws cost against quality;{" "}
            <code>/latency</code> columns (seconds) may follow too.
          </p>
          <p className="hint">
            An empty score means that the model was not tried. The file stays on this installation and is used
            for this router alone. Its rows are kept with the router, so that it can be trained again; they
            can be deleted there.
          </p>
        </Panel>
      </div>
    </>
  );
}
