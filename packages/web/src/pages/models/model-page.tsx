import type { Model, OverviewGroups } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useParams, Link } from "wouter-preact";
import { signalbox } from "../../api/client.ts";
import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton, Answered } from "../../components/states.tsx";
import {
  percent,
  count,
  DASH,
  decimal,
  seconds,
  usd,
  compact,
  signedPoints,
  counted,
} from "../../lib/format.ts";
import { NotFoundPage } from "../not-found-page.tsx";
import { AbilityPlot } from "./ability-plot.tsx";
import { MODELS_KEY, useModel, useModels } from "../../api/queries/lists.ts";
import { useGroups } from "../../api/queries/overview.ts";
import { DRIFT_RANGE } from "../learning/calibration.tsx";
import { NewModelDialog } from "./new-model-dialog.tsx";
import { useAction } from "../../api/use-action.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form-error.tsx";
import { showToast } from "../../components/toasts.tsx";
import { EMPTY_OVERRIDE, toFields, toOverride } from "./override-form.ts";
import { OverrideFieldsView } from "./override-fields.tsx";
import { endWords } from "./model-columns.tsx";
import { useDrift } from "../../api/queries/drift.ts";
import { Badge } from "../../components/badge.tsx";
import { FactList, FigureList } from "../../components/figure-list.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { gapWords } from "../../lib/phrases.ts";

// The account's use of the model: how often it was picked, what that cost, and whether its answers were good.

type Group = OverviewGroups["groups"][number];

/** @param isOf whether a label that was picked stands for the model */
function UsePanel({ isOf }: { readonly isOf: (group: Group) => boolean }): ComponentChildren {
  const groups = useGroups(DRIFT_RANGE, "label");
  const judged = useDrift().data?.models;
  const used = groups.data?.groups.filter(isOf) ?? [];
  if (groups.data === undefined) return null;
  if (used.length === 0)
    return (
      <Panel title="In your traffic, 30 days">
        <p className="soft">Never picked.</p>
      </Panel>
    );
  return used.map((group) => {
    const href = (feedback = ""): string => decisionsHref(DRIFT_RANGE, { label: group.value, feedback });
    const found = judged?.find(({ label }) => label === group.value);
    const { feedback } = group;
    return (
      <section key={group.value} className="stack" aria-label={`Use of ${group.value}`}>
        <FigureList
          figures={[
            {
              name: "Decisions, 30 days",
              value: compact(group.decisions),
              hint: `${percent(group.share)} of all`,
              href: href(),
            },
            {
              name: "Expected spend",
              value: usd(group.usd),
              hint: `${usd(group.priced === 0 ? null : group.usd / group.priced)} each`,
              href: decisionsHref(DRIFT_RANGE, { label: group.value }, "usd"),
            },
            { name: "Expected success", value: percent(group.success, 1), href: href() },
            {
              name: "Reported success",
              value: percent(feedback.reported, 1),
              hint: feedback.count === 0 ? "no feedback yet" : counted(feedback.count, "report"),
              href: href("any"),
            },
          ]}
        />
        {found?.is_alert === true ? (
          <p>
            <Badge tone="stop">{gapWords(found.gap ?? 0)}</Badge> {signedPoints(found.gap)} compared with the
            prediction. <Link href={href("bad")}>Bad answers</Link>,{" "}
            <Link href="/what-if">try a preference without it</Link>.
          </p>
        ) : null}
      </section>
    );
  });
}

const yesNo = (value: boolean | null): string => (value === null ? DASH : value ? "yes" : "no");

const ORIGINS = {
  outcomes: "measured outcomes",
  scores: "public scores",
  lineage: "its predecessor's scores",
  prior: "nothing known",
} as const;

/** "medium (default) 1.47 ± 0.22, high 1.55 ± 0.20", and what 0 and 1 are. */
function modeWords({ modes }: Model): string {
  const words = modes.map(
    ({ mode, is_default: isDefault, ability, doubt }) =>
      `${mode}${isDefault && modes.length > 1 ? " (default)" : ""} ${decimal(ability)} ± ${decimal(doubt)}`,
  );
  if (words.length === 0) return DASH;
  return `${words.join(", ")} (0 is the middle model of public boards, 1 a standard deviation above it)`;
}

/** "5.3 s (chat) to 21.0 s (code), expected in mode medium": the seconds that decisions count with. */
export function answerWords({ abilities, modes }: Pick<Model, "abilities" | "modes">): string {
  const timed = abilities
    .flatMap(({ field, seconds: of }) => (of === null ? [] : [{ field, of }]))
    .toSorted((a, b) => a.of - b.of);
  const [least, most] = [timed[0], timed.at(-1)];
  if (least === undefined || most === undefined) return DASH;
  const mode = modes.length > 1 ? modes.find(({ is_default: isDefault }) => isDefault)?.mode : undefined;
  return `${seconds(least.of)} (${least.field}) to ${seconds(most.of)} (${most.field}), expected${mode === undefined ? "" : ` in mode ${mode}`}`;
}

/** A dash without its unit where it is not known. */
const per = (value: number | null, unit: string): string =>
  value === null ? DASH : `${usd(value)} per ${unit}`;

const amount = (value: number | null, unit: string): string =>
  value === null ? DASH : `${count(value)} ${unit}`;

function ModelFacts({ model }: { readonly model: Model }): ComponentChildren {
  const facts: readonly (readonly [string, string])[] = [
    ["Family", model.family ?? DASH],
    ["Released", model.released_on ?? DASH],
    ["Shut down", model.shuts_down_on === null ? "no end announced" : endWords(model.shuts_down_on)],
    ["Successor", model.successor ?? DASH],
    ["Input", per(model.input_usd_per_mtok, "million tokens")],
    ["Cached input", per(model.cached_input_usd_per_mtok, "million tokens")],
    ["Output", per(model.output_usd_per_mtok, "million tokens")],
    ...(model.audio_input_usd_per_mtok === null
      ? []
      : [["Spoken input", per(model.audio_input_usd_per_mtok, "million tokens")] as const]),
    ...(model.calls_usd_per_1k === null
      ? []
      : [["Each call", per(model.calls_usd_per_1k, "thousand")] as const]),
    ["Web searches", per(model.searches_usd_per_1k, "thousand")],
    ["Price from", model.price_source ?? DASH],
    ["Context", amount(model.context_tokens, "tokens")],
    ["Longest answer", amount(model.max_output_tokens, "tokens")],
    ["Speed", amount(model.output_tokens_per_second, "tokens a second")],
    [
      "First token after",
      `${seconds(model.time_to_first_token_s)}${model.is_reasoning === true ? ", as measured with its thought" : ""}`,
    ],
    ["Whole answer", answerWords(model)],
    ["Reads", model.input_modalities?.join(", ") ?? DASH],
    ["Tools", yesNo(model.supports_tools)],
    ["Structured output", yesNo(model.supports_structured_output)],
    ["Reasons in hidden tokens", yesNo(model.is_reasoning)],
    ["Open weights", yesNo(model.is_open_weights)],
    [
      "Ability from",
      model.ability_rests_on ?? (model.ability_origin === null ? DASH : ORIGINS[model.ability_origin]),
    ],
    ["Ability by mode", modeWords(model)],
    ["Confidence", model.confidence],
    ["Sources", model.sources.join(", ")],
  ];
  return (
    <Panel title="Facts">
      <FactList facts={facts} />
    </Panel>
  );
}

function OverrideDialog(props: { readonly model: Model; readonly onClose: () => void }): ComponentChildren {
  const { model } = props;
  const saved = useModels().data?.overrides.find(({ id }) => id === model.id)?.override;
  const [fields, setFields] = useState(saved === undefined ? EMPTY_OVERRIDE : toFields(saved));
  const save = useAction(() => signalbox.models.override(model.id, { ...saved, ...toOverride(fields) }), {
    stale: [MODELS_KEY],
    onDone: () => {
      showToast(`${model.name} saved.`);
      props.onClose();
    },
  });
  return (
    <Dialog title={`Correct ${model.name}`} onClose={props.onClose} width="wide">
      <Form action={save} verb="Save" shown="name scores">
        <p className="soft">Applies to this organisation only. Empty fields stay as shipped.</p>
        <OverrideFieldsView fields={fields} model={model} error={save.error} onChange={setFields} />
      </Form>
    </Dialog>
  );
}

const CRUMB = { href: "/models", label: "Models" };

export function ModelPage(): ComponentChildren {
  const id = readName(useParams<{ id: string }>().id);
  const model = useModel(id);
  const models = useModels();
  return (
    <Answered query={model}>
      {(data) =>
        data === null ? <OwnLabel label={id} /> : <Loaded model={data} models={models.data?.data ?? [data]} />
      }
    </Answered>
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
        A model of your own: the catalogue does not know it, so its price and ability are those that requests
        state. Without them its price is unknown and its ability a guess with a wide spread.
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
          onConfirm={() => signalbox.models.removeOverride(model.id)}
          stale={[MODELS_KEY]}
        >
          {model.is_own
            ? "Decisions from now on know only what their requests state of it."
            : "Decisions from now on use the shipped facts."}{" "}
          Earlier decisions keep theirs.
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
