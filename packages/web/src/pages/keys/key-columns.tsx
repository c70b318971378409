import type { ApiKey } from "@signalbox/sdk";
import { Link } from "wouter";

import { Badge } from "../../components/badge.tsx";
import type { Tone } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
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
          <strong dir="auto">{key.name}</strong> <Badge tone={TONES[key.status]}>{key.status}</Badge> <br />
          <code className="faint">{key.prefix}…</code>
        </>
      ),
    },
    {
      name: "Scopes",
      show: (key) => (
        <span className="row">
          {key.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
      ),
    },
    { name: "Limits", show: (key) => <Limits apiKey={key} /> },
    ...usage,
    {
      name: "Created",
      show: (key) => (
        <>
          {shortTime(key.created_at)}
          <br />
          <span className="small faint" dir="auto">
            {key.created_by === null ? "by the first start" : `by ${key.created_by}`}
          </span>
        </>
      ),
    },
    {
      name: "Last used",
      show: (key) =>
        key.last_used_at === null ? (
          "never"
        ) : (
          <>
            <Time at={key.last_used_at} />
            <br />
            <Link href={decisionsHref(ALL_TIME, { key_id: key.id })}>
              Decisions<span className="visually-hidden"> asked for with {key.name}</span>
            </Link>
          </>
        ),
    },
    { name: "Actions", isNameHidden: true, show: (key) => <Actions apiKey={key} onTask={onTask} /> },
  ];
}

function Limits({ apiKey: key }: { readonly apiKey: ApiKey }) {
  return (
    <>
      {key.requests_per_minute_max === null
        ? "no rate limit"
        : `${count(key.requests_per_minute_max)} a minute`}
      <br />
      <span className="small faint">
        {key.expires_at === null ? "never expires" : `expires ${shortTime(key.expires_at)}`}
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
