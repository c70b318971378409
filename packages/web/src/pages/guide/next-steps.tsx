// Steps that make the choices better once calls arrive, and those that are done already.
import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS, ROUTER_KEYS } from "../../api/queries/lists.ts";
import { useMemberNames, useNames } from "../../api/queries/names.ts";
import { boundedTimes, overviewKey } from "../../api/queries/overview.ts";

const ALL_TIME = { span: "", from: "", to: "" } as const;

interface NextStep {
  readonly href: string;
  readonly title: string;
  readonly why: string;
  readonly isDone: boolean;
}

interface Known {
  readonly reports: number;
  readonly preferenceId: string | undefined;
  readonly replays: number;
  readonly routers: number;
  readonly members: number;
}

/** In the order in which they pay. */
export function nextSteps({ reports, preferenceId, replays, routers, members }: Known): readonly NextStep[] {
  const preference = preferenceId === undefined ? "/preferences/new" : `/preferences/${preferenceId}`;
  return [
    {
      href: "/decisions",
      title: "Report how an answer was",
      why: "From your reports the estimates become those of your traffic.",
      isDone: reports > 0,
    },
    {
      href: preference,
      title: "Make a preference",
      why: "It says what a call may cost, which models are out, and what counts more.",
      isDone: preferenceId !== undefined,
    },
    {
      href: "/what-if",
      title: "Try a change on past traffic",
      why: "It shows which picks change, and what that costs, before anything is saved.",
      isDone: replays > 0,
    },
    {
      href: "/custom-routers/new",
      title: "Train a custom router",
      why: "From a table of your own evaluations, where you have one.",
      isDone: routers > 0,
    },
    {
      href: "/members",
      title: "Invite a colleague",
      why: "Members read everything; owners decide who may change what.",
      isDone: members > 1,
    },
  ];
}

function useKnown(): Known {
  const { preferences } = useNames();
  const overview = useQuery({
    queryKey: overviewKey({ range: ALL_TIME }),
    queryFn: ({ signal }) => signalbox.overview(boundedTimes(ALL_TIME), { signal }),
  });
  const routers = useQuery({
    queryKey: ROUTER_KEYS.choices,
    queryFn: ({ signal }) => signalbox.customRouters.list({ limit: 200 }, { signal }),
  });
  const replays = useQuery({
    queryKey: [...PREFERENCE_KEYS.replays, "any"],
    queryFn: ({ signal }) => signalbox.replay.list({}, { signal }),
  });
  const members = useMemberNames();
  const [newest] = preferences;
  return {
    reports: overview.data?.feedback.count ?? 0,
    preferenceId: newest?.id,
    replays: replays.data?.data.length ?? 0,
    routers: routers.data?.data.length ?? 0,
    members: members.length,
  };
}

export function NextSteps(): ComponentChildren {
  const steps = nextSteps(useKnown());
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <p className="hint">
        {done} of {steps.length} done
      </p>
      <ul className="check-list">
        {steps.map((step) => (
          <li key={step.title} data-done={step.isDone}>
            <span aria-hidden="true">{step.isDone ? "✓" : "○"}</span>
            <div>
              <Link href={step.href}>{step.title}</Link>
              {step.isDone ? <span className="visually-hidden"> (done)</span> : null}
              <div className="hint">{step.why}</div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
