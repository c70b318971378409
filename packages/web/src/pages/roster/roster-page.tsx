// Which models to offer: the newest requests decided again, with what each model is worth there and what another roster would do.
import type { Advice } from "@signalbox/sdk";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";

import { useAdvice } from "../../api/queries/lists.ts";
import { faultOf, FormError } from "../../components/form-error.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { AdviceView } from "./advice-view.tsx";
import { NameModels } from "./name-models.tsx";
import { EMPTY_FORM, requestOf } from "./roster-form.ts";
import type { RosterForm } from "./roster-form.ts";

export function RosterPage(): ReactNode {
  return (
    <>
      <PageHeader title="Roster">
        Which models are worth offering? Your requests are decided again, so this is what the router would do.
      </PageHeader>
      <Roster />
    </>
  );
}

/** The last answer stays, with what was typed beside it, while another is worked out or after one failed. */
function Roster(): ReactNode {
  const [form, setForm] = useState<RosterForm>(EMPTY_FORM);
  const [shown, setShown] = useState<Advice>();
  const advice = useAdvice(requestOf(form));
  useEffect(() => {
    if (advice.data !== undefined) setShown(advice.data);
  }, [advice.data]);
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
      {shown === undefined && advice.isFetching ? <Skeleton label="Deciding your requests again" /> : null}
      {shown === undefined ? null : (
        <AdviceView advice={shown} form={form} isBusy={advice.isFetching} onAsk={setForm} />
      )}
    </div>
  );
}
