// Lines of models: "claude-opus-4.8", "claude-opus-5" and "claude-opus-5.5" are one. A newcomer has a predecessor in its line, a
// bare name of a line means its newest model.
import { readName } from "@signalbox/contracts";
import type { ModelFacts, NameLine } from "@signalbox/contracts";

interface Member {
  readonly facts: ModelFacts;
  readonly place: NameLine;
}

/** Below 0 where `a` is the older version. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export interface LineIndex {
  /** The newest model of a line that can be called; by its whole name or by its last word where no other line has it. */
  newestOf(line: string): ModelFacts | undefined;
  /** The newest model of the same line that is no later than a place; undefined where the line is unknown. */
  predecessorOf(place: NameLine, vendor?: string): ModelFacts | undefined;
  /** The newest model that follows another one, in its line or as its stated successor. */
  headOf(id: string): ModelFacts | undefined;
}

/** Shorter words name too much: "o", "hy". */
const WORD_CHARS_MIN = 4;
const DAY_MS = 86_400_000;

const isNewer = (a: Member, b: Member): boolean =>
  (a.facts.releasedOn ?? "").localeCompare(b.facts.releasedOn ?? "") > 0 ||
  (a.facts.releasedOn === b.facts.releasedOn && compareVersions(a.place.version, b.place.version) > 0);

function newest(members: readonly Member[]): Member | undefined {
  return members.reduce<Member | undefined>(
    (best, each) => (best === undefined || isNewer(each, best) ? each : best),
    undefined,
  );
}

function groupByLine(members: readonly Member[]): ReadonlyMap<string, readonly Member[]> {
  const lines = new Map<string, Member[]>();
  for (const member of members) {
    const line = lines.get(member.place.line);
    if (line === undefined) lines.set(member.place.line, [member]);
    else line.push(member);
  }
  return lines;
}

/** Last word -> line, where one vendor's line alone ends in it: "opus", "sol". */
function linesByWord(lines: Iterable<string>): ReadonlyMap<string, string> {
  const byWord = new Map<string, string | undefined>();
  for (const line of lines) {
    const word = line.slice(line.lastIndexOf("-") + 1);
    if (word === line || word.length < WORD_CHARS_MIN - 1 || /\d/.test(word)) continue;
    byWord.set(word, byWord.has(word) ? undefined : line);
  }
  return new Map([...byWord].flatMap(([word, line]) => (line === undefined ? [] : [[word, line] as const])));
}

/** @param nowMs models that come later are not yet there, those that have ended are gone */
export function createLineIndex(list: readonly ModelFacts[], nowMs: number): LineIndex {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const members = list.flatMap((facts): Member[] => {
    const place = readName(facts.id)?.place;
    return place === undefined ? [] : [{ facts, place }];
  });
  const lines = groupByLine(members);
  const byWord = linesByWord(lines.keys());
  const memberOf = new Map(members.map((member) => [member.facts.id, member]));
  const isOut = ({ facts }: Member): boolean =>
    facts.releasedOn !== undefined && facts.releasedOn <= today && facts.confidence !== "low";
  const lasts = ({ facts: { shutdown } }: Member): boolean =>
    shutdown === undefined || Date.parse(shutdown.on) > nowMs + LASTING_DAYS * DAY_MS;
  const after = ({ facts, place }: Member): Member | undefined => {
    const followers = members.filter((each) => each.facts.predecessor === facts.id);
    const usable = [...(lines.get(place.line) ?? []), ...followers].filter(
      (each) => each.facts.vendor === facts.vendor && isOut(each) && lasts(each),
    );
    return newest(usable.filter((each) => each.facts.id !== facts.id && isNewer(each, { facts, place })));
  };
  return {
    newestOf(text) {
      const line = lines.get(text) ?? lines.get(byWord.get(text) ?? "") ?? [];
      const callable = line.filter((each) => isOut(each) && each.facts.shutdown?.state !== "past");
      return newest(callable.filter(({ place }) => place.version.length > 0))?.facts;
    },
    predecessorOf(place, vendor) {
      const line = (lines.get(place.line) ?? []).filter(
        (each) => vendor === undefined || each.facts.vendor === vendor,
      );
      const earlier = line.filter((each) => compareVersions(each.place.version, place.version) <= 0);
      const last = earlier.reduce<readonly number[]>(
        (most, each) => (compareVersions(each.place.version, most) > 0 ? each.place.version : most),
        [],
      );
      return newest(earlier.filter((each) => compareVersions(each.place.version, last) === 0))?.facts;
    },
    headOf(id) {
      let head = memberOf.get(id);
      for (let next = head; next !== undefined; next = after(next)) head = next;
      return head?.facts;
    },
  };
}

/** A default names no model that ends sooner. */
export const LASTING_DAYS = 90;
