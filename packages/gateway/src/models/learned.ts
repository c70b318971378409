// Corrections of facts that refusals have taught. One call corrects itself and its session; a model counts as corrected once several
// sessions saw the same, and for an hour: one odd call must not change the calls of all others.
import { corrected, type Correction } from "./read-refusal.ts";
import type { ProtocolName } from "../protocols/protocol.ts";
import type { Upstream } from "../settings/settings.ts";
import type { Takes } from "./takes.ts";

const SESSIONS_NEEDED = 3;
/** @unit milliseconds */
const KEPT_MS = 3_600_000;
/** Corrections of one model, and sessions of one correction; further ones are not counted. */
const CORRECTIONS_MAX = 32;
const SESSIONS_MAX = 64;
const MODELS_MAX = 500;

interface Lesson {
  readonly correction: Correction;
  readonly sessions: Set<string>;
  atMs: number;
}

export interface LessonShown {
  readonly model: string;
  readonly takes: string;
  readonly sessions: number;
  readonly holds_for_all: boolean;
  readonly seconds: number;
}

export interface Learned {
  /** Facts as they hold for this session. */
  apply(model: string, session: string, takes: Takes): Takes;
  /** Protocols of an upstream without those that it was found not to speak. */
  spoken(upstream: Pick<Upstream, "name" | "protocols">): readonly ProtocolName[];
  /** @returns whether another protocol is left */
  noteUnspoken(upstream: Pick<Upstream, "name" | "protocols">, protocol: ProtocolName): boolean;
  /** Once the corrected call was taken. */
  keep(model: string, session: string, correction: Correction): void;
  list(): readonly LessonShown[];
}

export function createLearned(nowMs: () => number): Learned {
  const models = new Map<string, Map<string, Lesson>>();
  /** When an upstream last did not know the address of a protocol. */
  const unspoken = new Map<string, number>();
  const leftOf = (name: string): number => Math.ceil(((unspoken.get(name) ?? 0) + KEPT_MS - nowMs()) / 1000);
  const spoken: Learned["spoken"] = ({ name, protocols }) =>
    protocols.filter((protocol) => leftOf(`${name} ${protocol}`) <= 0);
  const secondsLeft = ({ atMs }: Lesson): number => Math.ceil((atMs + KEPT_MS - nowMs()) / 1000);
  const live = (model: string): Lesson[] =>
    [...(models.get(model)?.values() ?? [])].filter((lesson) => secondsLeft(lesson) > 0);
  const isForAll = ({ sessions }: Lesson): boolean => sessions.size >= SESSIONS_NEEDED;
  return {
    apply: (model, session, takes) =>
      live(model)
        .filter((lesson) => isForAll(lesson) || lesson.sessions.has(session))
        .reduce((facts, { correction }) => corrected(facts, correction), takes),
    keep: (model, session, correction) => {
      if (!correction.isOfModel || (models.size >= MODELS_MAX && !models.has(model))) return;
      const lessons = models.get(model) ?? new Map<string, Lesson>();
      models.set(model, lessons);
      for (const [key, lesson] of lessons) if (secondsLeft(lesson) <= 0) lessons.delete(key);
      const key = JSON.stringify(correction.takes);
      const lesson = lessons.get(key) ?? { correction, sessions: new Set<string>(), atMs: nowMs() };
      if (lessons.size >= CORRECTIONS_MAX && !lessons.has(key)) return;
      lessons.set(key, lesson);
      lesson.atMs = nowMs();
      if (lesson.sessions.size < SESSIONS_MAX) lesson.sessions.add(session);
    },
    spoken,
    noteUnspoken: (upstream, protocol) => {
      const left = spoken(upstream).filter((each) => each !== protocol);
      if (left.length > 0) unspoken.set(`${upstream.name} ${protocol}`, nowMs());
      return left.length > 0;
    },
    list: () => [
      ...[...models.keys()].flatMap((model) =>
        live(model).map((lesson) => ({
          model,
          takes: lesson.correction.words,
          sessions: lesson.sessions.size,
          holds_for_all: isForAll(lesson),
          seconds: secondsLeft(lesson),
        })),
      ),
      ...[...unspoken.keys()]
        .map((name) => ({ name, seconds: leftOf(name) }))
        .filter(({ seconds }) => seconds > 0)
        .map(({ name, seconds }) => ({
          model: name.slice(0, name.lastIndexOf(" ")),
          takes: `speaks no ${name.slice(name.lastIndexOf(" ") + 1)}`,
          sessions: 1,
          holds_for_all: true,
          seconds,
        })),
    ],
  };
}
