// `GET /status`: what `signalbox gateway status` and status lines show. Sums and names alone.
import { VERSION } from "@signalbox/contracts";

import { callLine } from "../bill/call-line.ts";
import type { Totals } from "../bill/call-log.ts";
import type { LimitShare } from "../bill/plan-limits.ts";
import type { GatewayContext } from "../plan/gateway-context.ts";
import type { LessonShown } from "../models/learned.ts";
import { describeSettings, type Described } from "../settings/describe-settings.ts";
import { autoBaseline, canReach } from "../plan/candidates-of.ts";
import { takesOfTarget } from "../plan/target-takes.ts";
import type { ProtocolName } from "../protocols/protocol.ts";
import type { SessionIds } from "../sessions/session-id.ts";

export interface GatewayStatus {
  readonly signalbox: string;
  readonly up_s: number;
  /** Id of the gateway's process. */
  readonly pid: number;
  readonly candidates: readonly string[];
  /** Candidates that their host ends within 60 days or has ended. */
  readonly ending: readonly { readonly model: string; readonly on: string; readonly successor?: string }[];
  readonly upstreams: readonly {
    readonly name: string;
    readonly url: string;
    readonly protocols: readonly string[];
  }[];
  readonly paused: readonly { readonly provider: string; readonly seconds: number }[];
  /** Corrections that refusals have taught, until they are forgotten. */
  readonly learned: readonly LessonShown[];
  /** Agents that hold the gateway. */
  readonly leases: number;
  readonly settings: Described;
  /** For each protocol: the strongest model behind \`auto\`, and the longest conversation that one of them reads. */
  readonly auto: Readonly<Record<ProtocolName, { readonly model: string | null; readonly window: number }>>;
  /** Totals of the session that was asked for, or of all calls since the start; nothing where several callers use its id. */
  readonly totals: Totals;
  readonly last: {
    readonly model: string;
    readonly role: string;
    readonly reason: string | null;
    /** The gateway set the marks of the prompt cache. */
    readonly is_marked: boolean;
    /** Limits of the plan that it was called under. */
    readonly plan: readonly LimitShare[] | null;
  } | null;
  readonly lines: readonly string[];
}

function endingOf({ catalog, settings }: GatewayContext): GatewayStatus["ending"] {
  return settings.candidates.flatMap(({ label }) => {
    const end = catalog.resolve({ model: label })?.shutdown;
    if (end === undefined || end.state === "ahead") return [];
    return [
      { model: label, on: end.on, ...(end.successor === undefined ? {} : { successor: end.successor }) },
    ];
  });
}

const WINDOW_UNKNOWN = 200_000;

function autoOf(context: GatewayContext, protocol: ProtocolName): GatewayStatus["auto"][ProtocolName] {
  const client = { protocol, showsKey: true };
  const able = context.settings.candidates.filter((candidate) => canReach(context, client, candidate));
  const windows = able.map((candidate) => takesOfTarget(context, candidate).windowTokens ?? WINDOW_UNKNOWN);
  const top = autoBaseline(context, client);
  const model = able.find(({ label }) => label === top)?.model ?? null;
  return { model, window: windows.length === 0 ? WINDOW_UNKNOWN : Math.max(...windows) };
}

/** @param asked the session, and who asks for it; everything where it is left out */
export function statusOf(
  context: GatewayContext,
  { upMs, leases }: { readonly upMs: number; readonly leases: number },
  asked: { readonly session: string; readonly asker: Pick<SessionIds, "caller" | "showsKey"> } | undefined,
): GatewayStatus {
  const { settings, calls, pauses } = context;
  const { totals, last } =
    asked === undefined
      ? { totals: calls.totals(), last: calls.recent()[0] }
      : calls.session(asked.session, asked.asker);
  return {
    signalbox: VERSION,
    up_s: Math.round(upMs / 1000),
    pid: process.pid,
    candidates: settings.candidates.map(({ label }) => label),
    ending: endingOf(context),
    upstreams: settings.upstreams.map(({ name, url, protocols }) => ({ name, url, protocols })),
    paused: pauses.list(),
    learned: context.learned.list(),
    leases,
    settings: describeSettings(settings),
    auto: {
      messages: autoOf(context, "messages"),
      chat: autoOf(context, "chat"),
      responses: autoOf(context, "responses"),
    },
    totals,
    last:
      last === undefined
        ? null
        : {
            model: last.label,
            role: last.role,
            reason: last.reason ?? null,
            is_marked: last.isMarked,
            plan: last.plan ?? null,
          },
    lines: asked === undefined ? calls.recent().slice(0, 20).map(callLine) : [],
  };
}
