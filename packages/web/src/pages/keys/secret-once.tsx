import type { ReactNode } from "react";

import { Button } from "../../components/button.tsx";
import { CodeBlock, Secret } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { curlSnippet, FIRST_REQUEST } from "../../lib/snippets.ts";

interface Props {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

export function SecretOnce(props: Props): ReactNode {
  return (
    <Dialog
      title={`The key “${props.name}”`}
      foot={
        <Button kind="primary" onClick={props.onClose}>
          I have stored it
        </Button>
      }
      width="wide"
    >
      <div className="stack">
        <p>This is the only time it is shown. Only a digest of it is kept here.</p>
        <Secret secret={props.secret} />
        <p className="field-label">Try it:</p>
        <CodeBlock
          label="First call with curl"
          text={curlSnippet(location.origin, props.secret, FIRST_REQUEST)}
        />
      </div>
    </Dialog>
  );
}
