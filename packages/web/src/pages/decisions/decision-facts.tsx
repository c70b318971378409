import type { DecisionDetail } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Name } from "../../components/name.tsx";
import { Panel } from "../../components/panel.tsx";
import { roleWords } from "../../lib/grouping.ts";
import { decisionsHref } from "../../lib/explore.ts";
import { counted, dateTime, percent, seconds, usd, words } from "../../lib/format.ts";

import { billWorth, OBJECTIVE, waitWorth } from "../../lib/phrases.ts";
import type { Range } from "../../lib/range.ts";
import { writeTags } from "../../lib/tags.ts";

const ALL_TIME: Range = { span: "", from: "", to: "" };

type Objective = DecisionDetail["explanation"]["objective"];

export function DecisionFacts({ decision }: { readonly decision: DecisionDetail }): ComponentChildren {
  const { explanation } = decision;
  const { conversation, objective, versions, session } = explanation;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ["When", dateTime(decision.created_at)],
    ["Session", <code key="id">{decision.session_id}</code>],
    ...(decision.label === ""
      ? []
      : [
          [
            "Expected",
            `${percent(decision.success)} for ${usd(decision.usd)} in ${seconds(decision.seconds)}`,
          ] as const,
          ["Billed", billedOf(decision)] as const,
        ]),
    ["Objective", objectiveWords(objective)],
    ["Field", `${words(conversation.field)}, ${conversation.language}`],
    ...(decision.call_role === null
      ? []
      : [
          [
            "Role",
            <Link key="role" href={`/decisions?call_role=${decision.call_role}`}>
              {roleWords(decision.call_role)}
            </Link>,
          ] as const,
        ]),
    ["Difficulty", `${percent(conversation.difficulty)}: how often a typical model fails at such work`],
    ["Familiarity", `${percent(conversation.familiarity)}: how close it is to what was learned from`],
    ["Size", `${counted(conversation.turns, "turn")}, ${counted(conversation.tools, "tool")}`],
    ["Session plan", `${words(session.action)}: ${session.reason}`],
    ["Key", keyOf(decision)],
    ...(decision.tags === null ? [] : [["Tags", <TagLinks key="tags" tags={decision.tags} />] as const]),
    ["Preference", preferenceOf(decision)],
    ...(decision.shadow === null ? [] : [["Shadow", <ShadowOf key="shadow" {...decision} />] as const]),
    ["Decided in", seconds(decision.decide_us / 1e6)],
    ["Artefact", versions.artefact],
    ["Catalogue", versions.catalogue],
    ["Policy", versions.policy],
  ];
  return (
    <Panel title="Facts">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {conversation.notes.length === 0 ? null : (
        <ul className="bullets small soft">
          {conversation.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The weights that decide: the worth of a bill ten times smaller, or of a wait ten times shorter, in success. */
function objectiveWords({ kind, usd_worth, seconds_worth }: Objective): string {
  const wait = seconds_worth > 0 ? [waitWorth(seconds_worth)] : [];
  const bill = usd_worth > 0 ? [billWorth(usd_worth)] : [];
  return [OBJECTIVE[kind], ...wait, ...bill].join(", ");
}

/** The reported dollars of the pick. */
function billedOf({ feedback, label }: DecisionDetail): string {
  const report = feedback.find((one) => one.label === label && !one.withdrawn);
  return report?.usage?.usd === undefined ? "not reported" : usd(report.usage.usd);
}

/** To the other decisions of the key. */
function keyOf({ key_id: id, key_name: name }: DecisionDetail): ComponentChildren {
  if (id === null) return "dashboard";
  return (
    <Link href={decisionsHref(ALL_TIME, { key_id: id })}>
      <Name name={name ?? "deleted key"} />
    </Link>
  );
}

function TagLinks({ tags }: { readonly tags: NonNullable<DecisionDetail["tags"]> }): ComponentChildren {
  return (
    <ul className="plain-list">
      {Object.entries(tags).map(([name, value]) => (
        <li key={name}>
          <Link href={decisionsHref(ALL_TIME, { tags: writeTags({ [name]: value }) })}>
            <Name name={`${name}: ${value}`} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function preferenceOf(decision: DecisionDetail): ComponentChildren {
  if (decision.preference_id === null) return "none";
  return (
    <Link href={`/preferences/${decision.preference_id}`}>
      <Name
        name={`${decision.preference_name ?? decision.preference_id}, version ${decision.preference_version}`}
      />
    </Link>
  );
}

function ShadowOf({ shadow, label }: DecisionDetail): ComponentChildren {
  if (shadow === null) return null;
  const by = (
    <Link href={`/preferences/${shadow.preference_id}`}>the shadow preference, version {shadow.version}</Link>
  );
  if (shadow.label === null) return <>refused by {by}</>;
  const pick = shadow.label === label ? "the same pick" : shadow.label;
  return (
    <>
      <span dir="auto">{pick}</span>, {percent(shadow.success)} for {usd(shadow.usd)}, by {by}
    </>
  );
}
