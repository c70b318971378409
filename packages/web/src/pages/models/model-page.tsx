import type { Model } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useParams } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { percent } from "../../lib/format.ts";
import { NotFoundPage } from "../not-found-page.tsx";
import { AbilityPlot } from "./ability-plot.tsx";
import { ModelFacts } from "./model-facts.tsx";
import { UsePanel } from "./use-panel.tsx";
import { OverrideDialog } from "./override-dialog.tsx";
import { MODELS_KEY, useModel, useModels } from "../../api/queries/lists.ts";
import { useGroups } from "../../api/queries/overview.ts";
import { DRIFT_RANGE } from "../health/drift-tables.tsx";
import { NewModelDialog } from "./new-model-dialog.tsx";

const CRUMB = { href: "/models", label: "Models" };

export function ModelPage(): ComponentChildren {
  const id = readName(useParams<{ id: string }>().id);
  const model = useModel(id);
  const models = useModels();
  if (model.isError) return <ErrorPanel error={model.error} onRetry={() => void model.refetch()} />;
  if (model.data === undefined) return <Skeleton />;
  return model.data === null ? (
    <OwnLabel label={id} />
  ) : (
    <Loaded model={model.data} models={models.data?.data ?? [model.data]} />
  );
}

/** As it stood in the address; a stray percent sign there is a part of the name. */
function readName(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

/** A name that requests state and the catalogue does not know: what it was used for, and the way to state its price. */
function OwnLabel({ label }: { readonly label: string }): ComponentChildren {
  const [isAdding, setIsAdding] = useState(false);
  const { canWrite } = useRights();
  const groups = useGroups(DRIFT_RANGE, "label");
  if (groups.data === undefined) return <Skeleton />;
  if (!groups.data.groups.some(({ value }) => value === label)) return <NotFoundPage />;
  return (
    <>
      <PageHeader
        title={label}
        crumb={CRUMB}
        actions={
          canWrite ? (
            <Button kind="primary" onClick={() => setIsAdding(true)}>
              State its price and facts
            </Button>
          ) : null
        }
      >
        A model of your own: the catalogue does not know it, so its price is what a request states, and its
        ability a guess from its name with a wide spread.
      </PageHeader>
      <div className="stack-4">
        <UsePanel isOf={({ value }) => value === label} />
      </div>
      {isAdding ? <NewModelDialog id={label} onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

function Loaded(props: { readonly model: Model; readonly models: readonly Model[] }): ComponentChildren {
  const { model } = props;
  const [task, setTask] = useState<"edit" | "remove">();
  const { canWrite } = useRights();
  const client = useQueryClient();
  const close = (): void => setTask(undefined);
  return (
    <>
      <PageHeader
        title={model.name}
        crumb={CRUMB}
        actions={
          canWrite ? (
            <>
              {model.is_own || model.is_overridden ? (
                <Button kind="danger" onClick={() => setTask("remove")}>
                  {model.is_own ? "Remove" : "Undo corrections"}
                </Button>
              ) : null}
              <Button kind="primary" onClick={() => setTask("edit")}>
                {model.is_own ? "Edit" : "Correct the facts"}
              </Button>
            </>
          ) : undefined
        }
      >
        <code>{model.id}</code> by {model.vendor}
      </PageHeader>
      <div className="stack-4">
        <div className="grid-2">
          <div className="stack-4">
            <UsePanel isOf={({ model_id: id }) => id === model.id} />
            <AbilityPlot models={props.models} modelId={model.id} />
          </div>
          <ModelFacts model={model} />
        </div>
        <ScoresPanel model={model} />
      </div>
      {task === "edit" ? <OverrideDialog model={model} onClose={close} /> : null}
      {task === "remove" ? (
        <ConfirmDialog
          title={model.is_own ? `Remove ${model.name}` : "Undo the corrections"}
          verb={model.is_own ? "Remove" : "Undo"}
          onClose={close}
          onConfirm={async () => {
            await signalbox.models.removeOverride(model.id);
            await client.invalidateQueries({ queryKey: MODELS_KEY });
          }}
        >
          Decisions from now on use the shipped facts. Earlier decisions keep theirs.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function ScoresPanel({ model }: { readonly model: Model }): ComponentChildren {
  return (
    <Panel title="Public scores" isFlush={model.scores.length > 0}>
      {model.scores.length === 0 ? (
        <p className="soft">
          None known. Its ability is estimated from family, size and price, with a wide spread.
        </p>
      ) : (
        <DataTable
          label="Public scores"
          rows={model.scores}
          idOf={(score) => `${score.benchmark}|${score.source}|${score.setting ?? ""}`}
          columns={[
            { name: "Benchmark", show: (score) => score.benchmark },
            { name: "Score", isNumber: true, show: (score) => percent(score.score, 1) },
            { name: "Setting", show: (score) => score.setting ?? "" },
            { name: "By", show: (score) => score.reliability },
            { name: "Source", show: (score) => <span className="small">{score.source}</span> },
          ]}
        />
      )}
    </Panel>
  );
}
