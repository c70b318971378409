import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { DECISION_KEYS } from "../../api/queries/lists.ts";
import { Panel } from "../../components/panel.tsx";
import { ErrorPanel } from "../../components/states.tsx";
import { percent, shortTime, usd } from "../../lib/format.ts";

/** The other turns of the same session. A decision that stands alone has none, and no panel. */
export function ChainPanel({ sessionId }: { readonly sessionId: string }): ComponentChildren {
  const chain = useQuery({
    queryKey: DECISION_KEYS.chain(sessionId),
    queryFn: ({ signal }) => signalbox.decisions.chain(sessionId, { signal }),
  });
  if (chain.isError) return <ErrorPanel error={chain.error} onRetry={() => void chain.refetch()} />;
  if (chain.data === undefined || chain.data.data.length < 2) return null;
  return (
    <Panel title={`Session chain, ${chain.data.data.length} turns`}>
      <ol className="chain">
        {chain.data.data.map((turn) => (
          <li key={turn.session_id} data-current={turn.session_id === sessionId}>
            {turn.session_id === sessionId ? (
              <strong aria-current="true">{turn.label}</strong>
            ) : (
              <Link href={`/decisions/${turn.session_id}`}>{turn.label}</Link>
            )}
            <br />
            <span className="small faint">
              turn {turn.turn}, {shortTime(turn.created_at)}, {percent(turn.success)}, {usd(turn.usd)}
            </span>
          </li>
        ))}
      </ol>
      {chain.data.truncated ? <p className="hint">Only the first and last turns are shown.</p> : null}
    </Panel>
  );
}
