import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { useModels } from "../../api/queries/lists.ts";
import { suggestCandidates } from "./suggest-candidates.ts";

const LIST_ID = "catalogue-ids";
const CANDIDATES_MAX = 200;

interface Props {
  readonly labels: readonly string[];
  readonly onChange: (labels: readonly string[]) => void;
}

export function CandidatesPanel({ labels, onChange }: Props): ComponentChildren {
  const models = useModels();
  const known = models.data?.data ?? [];
  const add = (wanted: readonly string[]): void =>
    onChange([...new Set([...labels, ...wanted])].slice(0, CANDIDATES_MAX));
  const used = useAction(() => signalbox.overview(), {
    onDone: (overview) => onChange(overview.labels.slice(0, CANDIDATES_MAX)),
  });
  return (
    <Panel
      title={`Candidates (${labels.length})`}
      actions={
        <>
          <Button size="small" kind="quiet" onClick={() => onChange(suggestCandidates(known))}>
            Suggest
          </Button>
          <Button size="small" kind="quiet" isBusy={used.isBusy} onClick={() => used.run()}>
            From my traffic
          </Button>
          <Button size="small" kind="quiet" isDisabled={labels.length === 0} onClick={() => onChange([])}>
            Clear
          </Button>
        </>
      }
    >
      <ul className="chips" aria-label="Candidates">
        {labels.map((label) => (
          <li key={label} className="chip">
            <span dir="auto">{label}</span>
            <button
              type="button"
              aria-label={`Remove ${label}`}
              onClick={() => onChange(labels.filter((one) => one !== label))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <FormError error={used.error} />
      <AddCandidate onAdd={add} />
      <datalist id={LIST_ID}>
        {known.map((model) => (
          <option key={model.id} value={model.id} />
        ))}
      </datalist>
    </Panel>
  );
}

/** Several can be pasted together, separated by commas or white space. */
function AddCandidate(props: { readonly onAdd: (labels: readonly string[]) => void }): ComponentChildren {
  const [typed, setTyped] = useState("");
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    props.onAdd(typed.split(/[\s,]+/).filter((label) => label !== ""));
    setTyped("");
  };
  return (
    <form className="input-row" onSubmit={add}>
      <TextField
        label="Add a candidate"
        isLabelHidden
        placeholder="vendor/model, also ones the catalogue does not know"
        value={typed}
        list={LIST_ID}
        onChange={setTyped}
      />
      <Button type="submit" isDisabled={typed.trim() === ""}>
        Add
      </Button>
    </form>
  );
}
