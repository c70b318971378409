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

/** `onTask` is absent for those who may only look. */
export function keyColumns(
  onTask: ((task: KeyTask) => void) | undefined,
  usage: readonly Column<ApiKey>[] = [],
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
          <code className="faint">{key.prefix}…</code>{" "}
          <span className="small faint">may {key.scopes.join(", ")}</span> <br />
          <Owner apiKey={key} />
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

function Owner({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const maker = key.created_by ?? "the first start";
  return (
    <>
      <span dir="auto">{key.owner_email ?? "no owner"}</span>
      <br />
      <span className="small faint" dir="auto">
        made {shortTime(key.created_at)}
        {maker === key.owner_email ? "" : ` by ${maker}`}
      </span>
      <br />
      <LastUse apiKey={key} />
    </>
  );
}

function LastUse({ apiKey: key }: { readonly apiKey: ApiKey }) {
  if (key.last_used_at === null) return <span className="small faint">never used</span>;
  return (
    <span className="small">
      <Link href={decisionsHref(ALL_TIME, { key_id: key.id })}>
        used <Time at={key.last_used_at} />
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
