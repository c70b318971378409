// The bill and the expected success of prompts that a person pastes: one model for all, and each step of the dial.
import type { PlaygroundSavings } from "@signalbox/sdk";
import { useMutation } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { DataTable } from "../../components/data-table.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Field } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel } from "../../components/states.tsx";
import { usd as dollars } from "../../lib/format.ts";
import { intervalWords, promptsOf, PROMPTS_MAX } from "./savings-words.ts";

type Row = PlaygroundSavings["rows"][number];

const COLUMNS = (now: string): readonly Column<Row>[] => [
  { name: "Way", show: ({ name }) => name },
  { name: "Dollars per 1,000", isNumber: true, show: ({ usd }) => dollars(usd) },
  {
    name: "Saved, %",
    isNumber: true,
    show: ({ name, saved }) => (name === `always ${now}` ? "" : intervalWords(saved, 100, 0)),
  },
  {
    name: "Points of success",
    isNumber: true,
    show: ({ name, points }) => (name === `always ${now}` ? "" : intervalWords(points, 1, 1)),
  },
  { name: "Most picked", isMinor: true, show: ({ picks }) => Object.keys(picks)[0] ?? "" },
];

export function SavingsPanel({ labels }: { readonly labels: readonly string[] }): ComponentChildren {
  const [text, setText] = useState("");
  const [chosen, setNow] = useState("");
  const now = labels.includes(chosen) ? chosen : (labels[0] ?? "");
  const prompts = promptsOf(text);
  const compare = useMutation({
    mutationFn: () => signalbox.playgroundSavings({ prompts: [...prompts], models: [...labels], now }),
  });
  const isReady = prompts.length > 0 && prompts.length <= PROMPTS_MAX && labels.length > 0;
  return (
    <Panel title="What would it save?">
      <Field
        label="Your prompts, one a line"
        hint="Compared among the candidates above. Nothing is kept, and no model is called."
        error={prompts.length > PROMPTS_MAX ? `At most ${PROMPTS_MAX} prompts together.` : undefined}
      >
        {(input) => (
          <textarea
            {...input}
            rows={4}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <SelectField
        label="The model that you call now"
        value={now}
        options={labels.map((label) => ({ value: label, label }))}
        onChange={setNow}
      />
      <Button isDisabled={!isReady} isBusy={compare.isPending} onClick={() => compare.mutate()}>
        Compare
      </Button>
      {compare.isError ? <ErrorPanel error={compare.error} onRetry={() => compare.mutate()} /> : null}
      {compare.data === undefined ? null : <Savings savings={compare.data} />}
    </Panel>
  );
}

function Savings({ savings }: { readonly savings: PlaygroundSavings }): ComponentChildren {
  const { now, requests, left_out: leftOut, rows } = savings;
  return (
    <>
      <p className="hint">
        {requests} prompts{leftOut === 0 ? "" : `; ${leftOut} left out`}. Dollars and success are expected,
        not observed; intervals hold 95 % over the prompts.
      </p>
      <DataTable
        label="Bill and success of each way"
        columns={COLUMNS(now)}
        rows={rows}
        idOf={({ name }) => name}
      />
    </>
  );
}
