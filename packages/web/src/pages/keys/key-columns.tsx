import type { ApiKey } from "@signalbox/sdk";
import { Link } from "wouter-preact";

import { Badge } from "../../components/badge.tsx";
import type { Tone } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { Time } from "../../components/time.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { count, shortTime } from "../../lib/format.ts";
import type { KeyTask } from "./key-dialogs.tsx";

const ALL_TIME = { span: "", from: "", to: "" } as const;

const TONES: Readonly<Record<ApiKey["status"], Tone>> = {
  active: "clear",
  rotating: "caution",
  expired: "plain",
  revoked: "stop",
};

type LastAt = (key: ApiKey) => string | null | undefined;

/**
 * @param onTask absent for those who may only look
 * @param lastAt hour of its last decision in the span: what a key was last used is written now and then only
 */
export function keyColumns(
  onTask: ((task: KeyTask) => void) | undefined,
  usage: readonly Column<ApiKey>[] = [],
  lastAt: LastAt = () => null,
): readonly Column<ApiKey>[] {
  return [
    {
      name: "Name",
      show: (key) => (
        <>
          <strong>
            <Name name={key.name} />
          </strong>{" "}
          <Badge tone={TONES[key.status]}>{key.status}</Badge> <br />
          <code className="faint">{key.prefix}…</code>
          <br />
          <Owner apiKey={key} lastAt={lastAt(key) ?? null} />
        </>
      ),
    },
    { name: "Limits", isWide: true, show: (key) => <Limits apiKey={key} /> },
    ...usage,
    {
      name: "Actions",
      isNameHidden: true,
      isPinned: true,
      show: (key) => <Actions apiKey={key} onTask={onTask} />,
    },
  ];
}

interface UseProps {
  readonly apiKey: ApiKey;
  readonly lastAt: string | null;
}

function Owner({ apiKey: key, lastAt }: UseProps) {
  const maker = key.created_by ?? "the first start";
  return (
    <>
      <span dir="auto">{key.owner_email ?? "no owner"}</span>
      <br />
      <span className="small faint" dir="auto">
        made {shortTime(key.created_at)}
        {maker === key.owner_email ? "" : ` by ${maker}`},{" "}
      </span>
      <LastUse apiKey={key} lastAt={lastAt} />
    </>
  );
}

function LastUse({ apiKey: key, lastAt }: UseProps) {
  const [at] = [key.last_used_at, lastAt].flatMap((one) => one ?? []).toSorted((a, b) => b.localeCompare(a));
  if (at === undefined) return <span className="small faint">never used</span>;
  return (
    <span className="small">
      <Link href={decisionsHref(ALL_TIME, { key_id: key.id })}>
        used <Time at={at} />
        <span className="visually-hidden">, decisions asked for with {key.name}</span>
      </Link>
    </span>
  );
}

const SOON_MS = 14 * 86_400_000;

const endsSoon = ({ expires_at: end, status }: ApiKey): boolean =>
  status === "active" && end !== null && Date.parse(end) - Date.now() < SOON_MS;

const SHOWN = 2;

const addressWords = (addresses: readonly string[]): string =>
  addresses.length <= SHOWN
    ? addresses.join(", ")
    : `${addresses.slice(0, SHOWN).join(", ")} and ${addresses.length - SHOWN} more`;

function Limits({ apiKey: key }: { readonly apiKey: ApiKey }) {
  return (
    <>
      may {key.scopes.join(", ")}
      <br />
      {key.requests_per_minute_max === null
        ? "no rate limit"
        : `${count(key.requests_per_minute_max)} a minute`}
      <br />
      <span className="small faint">
        {key.expires_at === null ? "never expires" : `expires ${shortTime(key.expires_at)}`}
      </span>{" "}
      {endsSoon(key) ? <Badge tone="caution">ends soon</Badge> : null}
      <br />
      <span className="small faint">
        {key.addresses === null ? "from any address" : `from ${addressWords(key.addresses)}`}
      </span>
    </>
  );
}

function Actions(props: { readonly apiKey: ApiKey; readonly onTask: ((task: KeyTask) => void) | undefined }) {
  const { apiKey: key, onTask } = props;
  if (onTask === undefined || key.status === "revoked") return null;
  const words = <span className="visually-hidden"> {key.name}</span>;
  return (
    <span className="row">
      <Button size="small" onClick={() => onTask({ kind: "edit", key })}>
        Edit{words}
      </Button>
      <Button size="small" onClick={() => onTask({ kind: "rotate", key })}>
        Rotate{words}
      </Button>
      <Button size="small" kind="danger" onClick={() => onTask({ kind: "revoke", key })}>
        Revoke{words}
      </Button>
    </span>
  );
}
