// The whole router inside one process: the wire request in, the wire answer out, no server. The same steps as the service takes
// for one account without a journal. The only state is the last decision of each session, bounded.
import type { ModelCatalog, PreferencePolicy, SelectRequestWire, SelectResponse } from "@signalbox/contracts";
import { catalogAt, DEFAULT_ACCOUNT_SETTINGS, SignalboxError } from "@signalbox/contracts";

import { createEngine } from "../decide/create-engine.ts";
import { readSelectRequest } from "../request/read-select-request.ts";
import { toSelectResponse } from "../request/select-response.ts";
import type { LearnedPolicy } from "../input/decision-input.ts";
import type { ObservedLatency } from "../cost/observed-latency.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";
import type { RoutingModel } from "../model/load-routing-model.ts";
import { createBoundedMap } from "../caches/bounded-map.ts";
import type { BoundedMap } from "../caches/bounded-map.ts";
import { resumeTurn, turnOfRecord } from "../session/continue-session.ts";
import type { SessionTurn } from "../session/continue-session.ts";
import { timeOrderedId } from "../session/time-ordered-id.ts";
import { readRouterPreferences } from "./router-preferences.ts";

export interface RouterOptions {
  /** `loadRoutingModel(artefact)`. */
  readonly model: RoutingModel;
  readonly catalog: ModelCatalog;
  /** Missing members take `DEFAULT_POLICY`. */
  readonly defaults?: Partial<PolicyDefaults> | undefined;
  /** Policies by the id that `preference_id` names. */
  readonly preferences?: Readonly<Record<string, PreferencePolicy>> | undefined;
  /** The preference of requests that name none. Default: no preference. */
  readonly defaultPreferenceId?: string | undefined;
  readonly learned?: LearnedPolicy | undefined;
  /** By canonical model id or by label. */
  readonly observedLatency?: ReadonlyMap<string, ObservedLatency> | undefined;
  /** Share of first turns that may be explored where the preference states none. Default 0. @range 0..1 */
  readonly explorationRate?: number | undefined;
  /** Seconds after which a chain counts as ended. Default: a day, as in the service. */
  readonly sessionTtlS?: number | undefined;
  /** Sessions remembered; the oldest is forgotten first. Default 10,000. @range 1.. */
  readonly sessionsMax?: number | undefined;
  /** Milliseconds since 1970. Default: the clock of the process. */
  readonly nowMs?: (() => number) | undefined;
  /** Even over 0..1. Default: `Math.random`. */
  readonly uniform?: (() => number) | undefined;
  /** A UUID of version 4. Default: `crypto.randomUUID`. */
  readonly uuid?: (() => string) | undefined;
}

/** The answer of the service, always with its ranking. */
export type RouterAnswer = SelectResponse & { ranking: string[] };

export interface Router {
  /** Version of the artefact that decides. */
  readonly artefact: string;
  /** @throws SignalboxError validation_failed, artefact_mismatch, not_found, no_eligible_candidate: as the service */
  select(request: SelectRequestWire): RouterAnswer;
}

const SESSIONS_MAX = 10_000;

type KnownTurn = SessionTurn & { readonly createdAtMs: number };

function findTurn(turns: BoundedMap<KnownTurn>, sessionId: string | undefined): KnownTurn | undefined {
  if (sessionId === undefined) return undefined;
  const found = turns.get(sessionId);
  if (found !== undefined) return found;
  const [location, message] = ["previous_session", "It is not known in this router, or was forgotten."];
  const fix = "Send the session_id of an earlier answer, or leave it out.";
  throw new SignalboxError("not_found", `${location}: there is no such session in this router.`, {
    errors: [{ location, message, fix }],
  });
}

/** NaN, as of an environment variable that is not there, would never be exceeded and so be no limit. */
function assertRanges(options: Pick<RouterOptions, "explorationRate" | "sessionTtlS" | "sessionsMax">): void {
  const { explorationRate = 0, sessionTtlS = 0, sessionsMax = SESSIONS_MAX } = options;
  const fault = (name: string, range: string): SignalboxError =>
    new SignalboxError("invalid_configuration", `\`${name}\` must be a number ${range}.`);
  if (!(explorationRate >= 0 && explorationRate <= 1)) throw fault("explorationRate", "from 0 to 1");
  if (!(sessionTtlS >= 0)) throw fault("sessionTtlS", "of 0 or more");
  if (!(sessionsMax >= 1)) throw fault("sessionsMax", "of 1 or more");
}

/** @throws SignalboxError invalid_configuration for a number out of its range; as `readRouterPreferences` */
export function createRouter(options: RouterOptions): Router {
  const { model, catalog, defaults = {}, learned, explorationRate = 0 } = options;
  const { nowMs: readClock = Date.now, uniform = Math.random, uuid = () => crypto.randomUUID() } = options;
  const { observedLatency = new Map(), sessionTtlS: ttlS = DEFAULT_ACCOUNT_SETTINGS.session_ttl_s } = options;
  assertRanges(options);
  const preferences = readRouterPreferences(options.preferences ?? {}, options.defaultPreferenceId);
  const engine = createEngine({ model, catalogueVersion: catalog.version, defaults });
  const turns = createBoundedMap<KnownTurn>(options.sessionsMax ?? SESSIONS_MAX);
  return {
    artefact: model.version,
    select: (wire) => {
      const nowMs = readClock();
      const request = readSelectRequest(wire, catalogAt(catalog, nowMs));
      const preference = preferences.find(request.preferenceId);
      const previous = findTurn(turns, request.previousSession);
      const session = previous && resumeTurn(previous, { nowMs, ttlS });
      const explorationDraw = uniform();
      // Everybody who asks shares the process, so what is remembered of tools gives nothing away.
      const owner = "";
      const known = {
        owner,
        preference,
        session,
        learned,
        observedLatency,
        explorationRate,
        explorationDraw,
      };
      const decision = engine.decide({ asked: request, known });
      const sessionId = timeOrderedId(nowMs, uuid());
      turns.set(sessionId, { ...turnOfRecord(sessionId, decision.record), createdAtMs: nowMs });
      const ranking = decision.record.ranking.map(({ label }) => label);
      return { ...toSelectResponse({ request, decision, sessionId }), ranking };
    },
  };
}
