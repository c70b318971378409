// The answer first: what routing saved or cost against what was called before, how sure that is, what it gave up, what was billed.
import type { Ledger } from "@signalbox/sdk";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/preact-query";
import type { UseQueryResult } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { Link, useLocation } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { boundedTimes, overviewKey } from "../../api/queries/overview.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choice.tsx";
import { capital, day } from "../../lib/format.ts";
import {
  baselineName,
  bestWords,
  billedWords,
  headlineWords,
  NAMED,
  reportedWords,
  successWords,
} from "../../lib/ledger.ts";
import type { Range } from "../../lib/range.ts";
import { useRights } from "../../session/session.ts";
import { SAY } from "../../lib/phrases.ts";

interface Asked {
  readonly range: Range;
  /** Empty: the account's own. */
  readonly baseline: string;
  readonly by?: "day";
}

/** The one query behind every dollar that is shown as saved, expected or billed. */
export function useLedger({ range, baseline, by }: Asked): UseQueryResult<Ledger> {
  const query = { ...(baseline !== "" && { baseline }), ...(by !== undefined && { by }) };
  return useQuery({
    queryKey: overviewKey({ range, ledger: query }),
    queryFn: ({ signal }) => signalbox.ledger({ ...query, ...boundedTimes(range) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

interface Props {
  readonly ledger: Ledger;
  readonly chosen: string;
  readonly onChoose: (baseline: string) => void;
}

/** A baseline that was chosen stays in the list, whatever the span offers. */
function optionsOf({ singles }: Ledger, chosen: string) {
  const names = singles.map(({ baseline }) => baseline);
  const known = [...names, NAMED];
  const all = chosen === "" || known.includes(chosen) ? known : [...known, chosen];
  return [
    { value: "", label: SAY.everySingleModel },
    ...all.map((name) => ({
      value: name,
      label: capital(baselineName(name)),
    })),
  ];
}

export function Headline({ ledger, chosen, onChoose }: Props): ComponentChildren {
  const { compared } = ledger;
  const [path] = useLocation();
  return (
    <section className="panel headline" aria-label="What routing did">
      <div className="panel-body">
        <p className="headline-words">{headlineWords(ledger)}</p>
        {ledger.decisions === 0 ? null : (
          <p>
            {compared === null ? bestWords(ledger) : compared.decisions === 0 ? "" : successWords(compared)}{" "}
            {reportedWords(ledger)} {billedWords(ledger)} Since {day(ledger.from)}.{" "}
            {path === "/ledger" ? null : <Link href="/ledger">{SAY.dayByDay}</Link>}
          </p>
        )}
        <div className="row">
          <SelectField
            label="Before Signalbox we called"
            value={ledger.baseline ?? ""}
            options={optionsOf(ledger, ledger.baseline ?? "")}
            onChange={onChoose}
          />
          <KeepBaseline ledger={ledger} chosen={chosen} onKept={() => onChoose("")} />
        </div>
      </div>
    </section>
  );
}

/** The account names its baseline once: an owner keeps the one that is looked at. */
function KeepBaseline({
  ledger,
  chosen,
  onKept,
}: {
  readonly ledger: Ledger;
  readonly chosen: string;
  readonly onKept: () => void;
}): ComponentChildren {
  const { isOwner } = useRights();
  const client = useQueryClient();
  const keep = useAction(() => signalbox.account.update({ settings: { baseline: chosen } }), {
    onDone: () => {
      onKept();
      void client.invalidateQueries();
    },
  });
  if (chosen === "" || ledger.baseline !== chosen || !isOwner) return null;
  return (
    <Button isBusy={keep.isBusy} onClick={keep.run}>
      Keep as the baseline
    </Button>
  );
}
