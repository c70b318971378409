// Reports of `signalbox prove --json` beside the replays: a replay compares picks, a proof compares answers. A report is read in
// this browser, kept in this tab and sent nowhere.
import type { PreferencePolicy } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { IntervalMark } from "../../charts/interval-mark.tsx";
import { Button } from "../../components/button.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { Field } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { PolicyWords } from "../../components/policy-text.tsx";
import { count, percent } from "../../lib/format.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { SHARE } from "../../lib/units.ts";
import { isRecord } from "../../lib/values.ts";
import type { Draft } from "../replays/try-drawer.tsx";
import { DifferenceCell, domainOf } from "./difference-cell.tsx";
import type { Interval } from "../../lib/format.ts";

export interface Proof {
  /** Name of the file. */
  readonly name: string;
  readonly baseline: string;
  readonly compared: number;
  /** Share of requests on which the baseline's answer is better. */
  readonly lost: { readonly mean: number; readonly low: number; readonly high: number };
  /** Dollars of the picks over those of the baseline. */
  readonly usdShare: number | null;
  readonly rule: { readonly kind: string; readonly policy: PreferencePolicy } | null;
  /** The report in words, the sentence for those who decide first. */
  readonly words: readonly string[];
}

const BYTES_MAX = 2_000_000;
const KEPT_MAX = 10;

const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for text that is no such report. */
export function readProof(name: string, text: string): Proof | undefined {
  const report = parsed(text);
  if (!isRecord(report)) return undefined;
  const { baseline, compared, as_good: good, usd_share: usdShare, suggestion, words } = report;
  if (typeof baseline !== "string" || typeof compared !== "number" || !isRecord(good)) return undefined;
  const { mean, low, high } = good;
  if (!isShare(mean) || !isShare(low) || !isShare(high) || !Array.isArray(words)) return undefined;
  const rule = isRecord(suggestion) && isRecord(suggestion["policy"]) ? suggestion : undefined;
  return {
    name,
    baseline,
    compared,
    lost: { mean: 1 - mean, low: 1 - high, high: 1 - low },
    usdShare: typeof usdShare === "number" ? usdShare : null,
    rule:
      rule === undefined ? null : { kind: String(rule["kind"]), policy: rule["policy"] as PreferencePolicy },
    words: words.filter((line) => typeof line === "string"),
  };
}

const WRONG = "This is not the report of `signalbox prove --json`.";
const LOST = "Requests on which the baseline is better";

const intervalOf = ({ compared, lost }: Proof): Interval =>
  compared === 0 ? { mean: null, low: null, high: null } : lost;

const columnsOf = (
  proofs: readonly Proof[],
  { show, close }: { readonly show: (proof: Proof) => void; readonly close: (proof: Proof) => void },
): readonly Column<Proof>[] => {
  const domain = domainOf(proofs.map(intervalOf));
  return [
    {
      name: "Report",
      isWide: true,
      show: (proof) => (
        <Button kind="quiet" size="small" onClick={() => show(proof)}>
          <span dir="auto">{proof.name}</span>
        </Button>
      ),
    },
    { name: "Compared with", show: ({ baseline }) => <span dir="auto">{baseline}</span> },
    {
      name: LOST,
      show: (proof) => (
        <DifferenceCell
          interval={intervalOf(proof)}
          domain={domain}
          name={LOST}
          show={(one) => percent(one)}
        />
      ),
    },
    { name: "Of its dollars", isNumber: true, show: ({ usdShare }) => percent(usdShare) },
    { name: "Answers compared", isNumber: true, show: ({ compared }) => count(compared) },
    {
      name: "Close",
      isNameHidden: true,
      show: (proof) => (
        <Button size="small" kind="quiet" label={`Close ${proof.name}`} onClick={() => close(proof)}>
          Close
        </Button>
      ),
    },
  ];
};

/** @param onRule opens the suggested rule as the change to try */
export function Proofs({ onRule }: { readonly onRule: (rule: Draft) => void }): ComponentChildren {
  const { value: proofs, set } = useDraft<readonly Proof[]>("proofs", []);
  const [shownName, setShownName] = useState<string>();
  const [fault, setFault] = useState<string>();
  const shown = proofs.find(({ name }) => name === shownName) ?? proofs[0];
  const open = async (file: File): Promise<void> => {
    const proof = file.size > BYTES_MAX ? undefined : readProof(file.name, await file.text());
    setFault(proof === undefined ? WRONG : undefined);
    if (proof === undefined) return;
    setShownName(proof.name);
    set([proof, ...proofs.filter(({ name }) => name !== proof.name)].slice(0, KEPT_MAX));
  };
  const close = ({ name }: Proof): void => set(proofs.filter((one) => one.name !== name));
  return (
    <Panel title="Answers compared" isFlush>
      {proofs.length === 0 ? null : (
        <DataTable
          label="Proofs"
          rows={proofs}
          idOf={({ name }) => name}
          isPicked={(proof) => proofs.length > 1 && proof === shown}
          isStacked
          columns={columnsOf(proofs, { show: ({ name }) => setShownName(name), close })}
        />
      )}
      <div className="panel-body stack">
        {shown === undefined ? (
          <p className="soft">
            A replay compares picks.{" "}
            <code>signalbox prove LOG --baseline MODEL --judge MODEL --budget 5 --json</code> compares
            answers: both models answer requests of your log, and a judge says which answer is better.
          </p>
        ) : (
          <ProofResult proof={shown} onRule={onRule} />
        )}
        <Field
          label="Open a report"
          hint="Read in this browser, kept in this tab, sent nowhere."
          error={fault}
        >
          {(input) => (
            <input
              {...input}
              type="file"
              accept=".json,application/json"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file !== undefined) void open(file);
              }}
            />
          )}
        </Field>
      </div>
    </Panel>
  );
}

function ProofResult(props: {
  readonly proof: Proof;
  readonly onRule: (rule: Draft) => void;
}): ComponentChildren {
  const { name, baseline, compared, lost, rule, words } = props.proof;
  const [sentence, ...others] = words;
  return (
    <div className="stack" role="status">
      <p>
        <strong>{sentence}</strong>
      </p>
      {compared === 0 ? null : (
        <IntervalMark
          {...lost}
          label={`${LOST}: ${percent(lost.mean)}, ${percent(lost.low)} to ${percent(lost.high)}`}
          tick={SHARE.tick}
        />
      )}
      <p className="hint">{LOST}, with the interval.</p>
      <ul className="bullets soft">
        {others.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {rule === null ? null : (
        <div className="row">
          <Button
            kind="primary"
            onClick={() => props.onRule({ name: `${rule.kind} stays with ${baseline}`, policy: rule.policy })}
          >
            Try the suggested rule
          </Button>
          <span className="hint">
            <PolicyWords policy={rule.policy} />
          </span>
        </div>
      )}
      <span className="visually-hidden">Report {name}</span>
    </div>
  );
}
