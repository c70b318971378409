// Which models to offer: the newest requests decided again, with what each model is worth there and what another roster would do.
import type { Advice, AdviceRequest } from "@signalbox/sdk";
import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useAdvice } from "../../api/queries/lists.ts";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ErrorPanel, Skeleton, EmptyState } from "../../components/states.tsx";
import { AdviceView } from "./advice-view.tsx";
import { EMPTY_FORM, requestOf } from "./roster-form.ts";
import type { RosterForm } from "./roster-form.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";

export function RosterPage(): ComponentChildren {
  return (
    <>
      <PageHeader title="Roster">
        Which models are worth offering? Your requests are decided again, so this is what the router would do.
      </PageHeader>
      <Roster />
    </>
  );
}

/** Asked for by `head.js`, in these bytes: what is known before the catalogue has been tried, which takes the most time. */
const FIRST: AdviceRequest = { is_brief: true };

/** The last answer stays, with what was typed beside it, while another is worked out or after one failed. */
function Roster(): ComponentChildren {
  const [form, setForm] = useState<RosterForm>(EMPTY_FORM);
  const [answered, setAnswered] = useState<Advice>();
  const first = useAdvice(FIRST);
  const advice = useAdvice(requestOf(form), !first.isPending);
  useEffect(() => {
    if (advice.data !== undefined) setAnswered(advice.data);
  }, [advice.data]);
  const shown = answered ?? advice.data ?? first.data;
  const isFetching = first.isFetching || advice.isFetching;
  const isUnnamed = form.models === "" && faultOf(advice.error, "models") !== undefined;
  if (isUnnamed) return <NameModels onNamed={(models) => setForm({ ...form, models })} />;
  const fault =
    shown === undefined ? (
      <ErrorPanel error={advice.error} onRetry={() => void advice.refetch()} />
    ) : (
      <FormError error={advice.error} />
    );
  return (
    <div className="stack-4">
      {advice.isError ? fault : null}
      {shown === undefined && isFetching ? <Skeleton label="Deciding your requests again" /> : null}
      {shown === undefined ? null : (
        <AdviceView
          advice={shown}
          isBrief={shown === first.data}
          form={form}
          isBusy={isFetching}
          onAsk={setForm}
        />
      )}
    </div>
  );
}

/** Shown where there is no traffic yet: the models are named by hand, and typical requests take its place. */
function NameModels({ onNamed }: { readonly onNamed: (models: string) => void }): ComponentChildren {
  const [models, setModels] = useState("");
  return (
    <div className="panel">
      <EmptyState title="No traffic to judge by yet">
        Route some requests, and this page shows which models they need. Or name the models that you think of
        offering: they are judged on typical requests of every kind.
      </EmptyState>
      <form
        className="panel-body stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (models.trim() !== "") onNamed(models);
        }}
      >
        <TextField
          label="Models"
          value={models}
          placeholder="openai/gpt-5-mini, anthropic/claude-sonnet-4.5, google/gemini-2.5-flash"
          hint="Separated by commas, in any usual spelling."
          onChange={setModels}
          isRequired
        />
        <div className="row">
          <Button kind="primary" type="submit">
            Judge them
          </Button>
        </div>
      </form>
    </div>
  );
}
