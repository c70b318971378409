import type { AuditEntry } from "@signalbox/sdk";
import { Fragment, type ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { signalbox } from "../../api/client.ts";
import { usePages } from "../../api/use-pages.ts";
import { useMemberNames, useNames, type Names } from "../../api/queries/names.ts";
import { auditLogKey } from "../../api/queries/lists.ts";
import { Badge } from "../../components/badge.tsx";
import { SelectField } from "../../components/choice.tsx";
import { Button } from "../../components/button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Name } from "../../components/name.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { EmptyState } from "../../components/states.tsx";
import { csvOf, download, type Cell } from "../../lib/values.ts";
import { dateTime, words } from "../../lib/format.ts";
import { timesOf } from "../../lib/range.ts";
import { useExplore, type Explore } from "../../lib/use-explore.ts";
import { useMe } from "../../session/session.ts";

// Actions of the audit log as a person would say them, and the names of what they were done to.

const WORDS = {
  "account.claim": "claimed the account",
  "account.create": "made the account",
  "account.export": "exported the account",
  "account.sign_up": "opened the account",
  "account.update": "changed the settings",
  "alert.acknowledge": "acknowledged an alert",
  "alert.mute": "muted an alert",
  "custom_router.activate": "switched a custom router on",
  "custom_router.cancel": "cancelled a training",
  "custom_router.create": "started a training",
  "custom_router.deactivate": "switched a custom router off",
  "custom_router.delete": "deleted a custom router",
  "feedback.erase": "erased the reports of a key",
  "custom_router.train_again": "started a training from kept rows",
  "key.create": "made a key",
  "key.revoke": "revoked a key",
  "key.rotate": "rotated a key",
  "key.update": "changed a key",
  "member.invite": "invited a member",
  "member.join": "joined",
  "member.set_role": "changed a role",
  "member.withdraw_invite": "withdrew an invitation",
  "model.delete_override": "undid corrections of a model",
  "model.override": "corrected a model",
  "month.close": "closed a month of the ledger",
  "preference.create": "made a preference",
  "preference.delete": "deleted a preference",
  "preference.rollback": "rolled a preference back",
  "preference.update": "changed a preference",
  "privacy.erase": "erased decisions",
  "privacy.export": "exported decisions",
  "replay.delete": "deleted a replay",
  "second_factor.disable": "turned their second factor off",
  "second_factor.enable": "turned their second factor on",
  "second_factor.renew_codes": "renewed their recovery codes",
  "second_factor.reset": "reset a second factor",
  "session.end": "ended a session",
  "user.allow_password": "let a person in without single sign-on",
  "user.change_email": "changed the address",
  "user.change_password": "changed the password",
  "user.sign_in": "signed in",
  "user.sign_in_failed": "refused a sign-in",
} as const;

/** The code itself where a newer service writes one that this page does not know. */
export const actionWords = (action: string): string =>
  Object.hasOwn(WORDS, action) ? WORDS[action as keyof typeof WORDS] : action;

export const ACTIONS = Object.entries(WORDS).map(([value, label]) => ({ value, label }));

/** Details that the log keeps under names of programs. */
const DETAILS: Readonly<Record<string, string>> = {
  expiresAtMs: "ends",
  overlap_s: "seconds of overlap",
  ownerId: "owner",
  rateLimitPerMinute: "requests a minute",
};

/** A list of names reads as one; everything else that is no text stays JSON. */
export function detailWords(value: unknown, name = ""): string {
  if (typeof value === "string") return value;
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && name.endsWith("AtMs")) return dateTime(value);
  const isNames = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isNames ? value.join(", ") : JSON.stringify(value);
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  preference: (id) => `/preferences/${id}`,
  custom_router: (id) => `/learning/${id}`,
  model: (id) => `/models/${encodeURIComponent(id)}`,
  key: () => "/keys",
  member: () => "/members",
};

/** The page of what an entry is about; undefined where it has none, or is gone by what the entry says. */
function targetHref({ action, target }: Pick<AuditEntry, "action" | "target">): string | undefined {
  const [kind = "", verb] = action.split(".");
  return target === null || verb === "delete" ? undefined : PAGES[kind]?.(target);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The name in the entry, else the one that the id has today; undefined where only the id is known. */
export function targetName({ target, details }: AuditEntry, known: readonly Named[]): string | undefined {
  const { name, email } = details;
  if (typeof name === "string" && name !== "") return name;
  if (typeof email === "string" && email !== "") return email;
  return known.find(({ id }) => id === target)?.name;
}

type Known = Parameters<typeof targetName>[1];

interface TargetProps {
  readonly entry: AuditEntry;
  readonly known: Known;
}

const columnsOf = (known: Known): readonly Column<AuditEntry>[] => [
  { name: "When", show: (entry) => <span className="nowrap">{dateTime(entry.at)}</span> },
  {
    name: "Who",
    show: (entry) => (
      <>
        <span dir="auto">{entry.actor.label}</span>{" "}
        {entry.actor.kind === "user" ? null : <Badge>{entry.actor.kind}</Badge>}
      </>
    ),
  },
  {
    name: "What",
    show: (entry) => (
      <span className="nowrap" title={entry.action}>
        {actionWords(entry.action)}
      </span>
    ),
  },
  {
    name: "On",
    show: (entry) => <Target entry={entry} known={known} />,
  },
  { name: "Details", isWide: true, show: (entry) => <Details entry={entry} known={known} /> },
  { name: "From", isMinor: true, show: (entry) => entry.address ?? "" },
];

/** Its name, and the way to it where it has a page; else its id, which is all that is known. */
function Target({ entry, known }: TargetProps): ComponentChildren {
  const { target } = entry;
  const name = targetName(entry, known);
  const href = targetHref(entry);
  if (name === undefined) return <code className="small faint">{target ?? ""}</code>;
  const shown = <Name name={name} />;
  return href === undefined ? shown : <Link href={href}>{shown}</Link>;
}

/** Address that shows what saving a policy changed; undefined where the entry is about anything else. */
export function changeHref({ action, target, details }: AuditEntry): string | undefined {
  const { version } = details;
  const isSaved = action === "preference.update" || action === "preference.rollback";
  if (!isSaved || target === null || typeof version !== "number" || version < 2) return undefined;
  return `/preferences/${target}?tab=versions&change=${version}`;
}

/** The days of a closed month, which the ledger shows. */
const RECORD = "record";

/**
 * Each value by itself: a name with signs that turn the writing around cannot turn the rest of the row. What stands beside it as
 * the target is not said again.
 */
function Details({ entry, known }: TargetProps): ComponentChildren {
  const target = targetName(entry, known);
  const href = changeHref(entry);
  return (
    <span className="small soft">
      {Object.entries(entry.details)
        .filter(([name, value]) => name !== RECORD && value !== target)
        .map(([name, value], index) => (
          <Fragment key={name}>
            {index === 0 ? "" : ", "}
            {DETAILS[name] ?? words(name)}:{" "}
            <bdi>{known.find(({ id }) => id === value)?.name ?? detailWords(value, name)}</bdi>
          </Fragment>
        ))}
      {href === undefined ? null : (
        <>
          {" "}
          <Link href={href}>What changed</Link>
        </>
      )}
    </span>
  );
}

const EXPORT: Readonly<Record<string, (entry: AuditEntry) => Cell>> = {
  at: ({ at }) => at,
  actor: ({ actor }) => actor.label,
  kind: ({ actor }) => actor.kind,
  action: ({ action }) => action,
  target: ({ target }) => target,
  address: ({ address }) => address,
  details: ({ details }) => JSON.stringify(details),
};

/** Sign-ins too: most entries are sign-ins, so the page hides them until asked. */
const ALL = "all";

function useEntries({ range, extra }: Explore) {
  const [action, actor] = [extra("action"), extra("who")];
  return usePages<AuditEntry>(auditLogKey({ action, actor, range }), (cursor, signal) =>
    signalbox.account.auditLog(
      {
        ...(cursor !== undefined && { cursor }),
        ...(action === "" ? { sign_ins: false } : action === ALL ? {} : { action }),
        ...(actor !== "" && { actor }),
        ...timesOf(range, Date.now()),
      },
      { signal },
    ),
  );
}

/** Everybody who can have acted: members, and the keys of programs. */
function useActors(keys: Names["keys"]): readonly { readonly value: string; readonly label: string }[] {
  const members = useMemberNames();
  return [
    { value: "", label: "Everybody" },
    ...members.map(({ id, name, email }) => ({ value: id, label: name ?? email })),
    ...keys.map(({ id, name }) => ({ value: id, label: `Key ${name}` })),
  ];
}

interface FiltersProps {
  readonly explore: Explore;
  readonly actors: ReturnType<typeof useActors>;
}

function AuditFilters({ explore, actors }: FiltersProps): ComponentChildren {
  return (
    <div className="filters">
      <SelectField
        label="Action"
        value={explore.extra("action")}
        options={[{ value: "", label: "Every change" }, { value: ALL, label: "Everything" }, ...ACTIONS]}
        onChange={(next) => explore.setExtra("action", next)}
      />
      <SelectField
        label="Who"
        value={explore.extra("who")}
        options={actors}
        onChange={(next) => explore.setExtra("who", next)}
      />
      <RangeControl range={explore.range} onChange={explore.setRange} hasAll />
    </div>
  );
}

/** The search stands in the address. */
export function AuditLogPage(): ComponentChildren {
  const explore = useExplore("");
  const { account } = useMe();
  const names = useNames();
  const actors = useActors(names.keys);
  const list = useEntries(explore);
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <>
            <Button
              isDisabled={list.rows.length === 0}
              onClick={() => download("audit-log.csv", csvOf(EXPORT, list.rows))}
            >
              Export these as CSV
            </Button>
            <a className="button" href={signalbox.account.auditLogExportUrl()} download>
              Export all as JSON lines
            </a>
          </>
        }
      >
        Every change of the account, and every refused sign-in: who, when, from where.
      </PageHeader>
      <div className="stack-4">
        <ListPanel
          label="Audit log"
          list={list}
          columns={columnsOf([
            account,
            ...names.keys,
            ...names.preferences,
            ...actors.map(({ value, label }) => ({ id: value, name: label })),
          ])}
          idOf={(entry) => entry.id}
          head={<AuditFilters explore={explore} actors={actors} />}
          empty={
            <EmptyState title="Nothing matches">
              Nothing like this has been recorded. Widen the time or choose everybody.
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
