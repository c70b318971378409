// Short turns to learn from: phrases of the atlas alone and joined as people join them, and short requests that ask for something of
// their own, some of them behind an assent or thanks.

import type { TurnKind } from "@signalbox/engine/internals";
import { splitmix32, type Random } from "@signalbox/engine/numerics";
import type { Atlas, TurnPhrases, openMatterByKind, AtlasMessage } from "../../atlas/atlas.ts";
import type { Wording } from "../../atlas/wordings.ts";
import { exampleOfWording, type Example } from "./task-rows.ts";
import type { Composer } from "./compose.ts";

// Plain wordings where something else is beside them: behind a persona, or after a turn that asked for something else. What is
// asked stays the same, so the labels do.

type Matter = ReturnType<typeof openMatterByKind>;

/** One in so many is behind a persona, and one in so many after another turn. */
const EVERY = 3;
const PLACE = /\{\{\w+\}\}/;

function behindPersona(example: Example, persona: AtlasMessage): Example {
  const { messages, tools } = example.asked;
  return { ...example, asked: { messages: [persona, ...messages], tools } };
}

function drawOther(wordings: readonly Wording[], random: Random): string {
  return wordings[Math.floor(random() * wordings.length)]!.text;
}

/** The turn before asked for something else, which is done. */
function afterAnother(example: Example, other: string): Example {
  const { messages, tools } = example.asked;
  const before = [
    { role: "user", content: other },
    { role: "assistant", content: "…" },
  ] as const;
  return { ...example, asked: { messages: [...before, ...messages], tools } };
}

/** @param plain wordings as a user writes them */
export function placeElsewhere(
  plain: readonly Wording[],
  matter: Matter,
  { persona, random }: Pick<Composer, "persona"> & { readonly random: Random },
): readonly Example[] {
  const whole = plain.filter(({ text }) => !PLACE.test(text));
  const third = (rest: number): readonly Wording[] => plain.filter((_, index) => index % EVERY === rest);
  return [
    ...third(0).map((wording) =>
      behindPersona(exampleOfWording(wording, matter), persona(wording.language, random)),
    ),
    ...third(1).map((wording) => afterAnother(exampleOfWording(wording, matter), drawOther(whole, random))),
  ];
}

export interface TurnExample {
  readonly text: string;
  /** Undefined for a turn that asks for something of its own. */
  readonly kind: TurnKind | undefined;
}

const SEED = 42;
/** Turns composed a language, of each way to join. */
const JOINED = 60;
/** Short wordings are many; one in so many is enough. */
const WORDINGS_EVERY = 3;
const ENDS = ["", "", ".", "!"] as const;
const NO_BLANKS: ReadonlySet<string> = new Set(["ja", "zh", "th"]);

function draw<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** As somebody types it: with a capital or none, with a stop or none. */
function typed(text: string, random: Random): string {
  const first = random() < 0.5 ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
  return /[?!？]$/u.test(first) ? first : first + draw(ENDS, random);
}

type Maker = () => readonly [kind: TurnKind | undefined, text: string];

function makersOf(
  { phrases, language }: TurnPhrases,
  requests: readonly string[],
  random: Random,
): readonly Maker[] {
  const any = (kind: keyof typeof phrases): string => draw(phrases[kind], random);
  const joins = NO_BLANKS.has(language) ? ["、", "，", "", " "] : [", ", " ", ". ", " - ", "! ", "\n"];
  const join = (...parts: readonly string[]): string => parts.join(draw(joins, random));
  const next = (): string => any("next").replace("{}", any("thing"));
  const assent = (): string => (random() < 0.5 ? any("yes") : any("thanks"));
  const request = (): string => draw(requests, random);
  return [
    () => ["goes_on", join(any("yes"), any("go"))],
    () => ["goes_on", join(any("yes"), next())],
    () => ["goes_on", random() < 0.5 ? next() : join(any("go"), next())],
    () => ["goes_on", join(any("thanks"), random() < 0.6 ? any("go") : next())],
    () => ["goes_on", join(any("go"), any("go"))],
    () => ["goes_on", join(any("stuck"), random() < 0.5 ? any("stuck") : any("go"))],
    () => ["goes_on", join(any("yes"), any("choice"))],
    () => ["closing", join(any("yes"), any("thanks"))],
    () => ["closing", join(any("thanks"), any("bye"))],
    () => ["chore", join(any("yes"), any("chore"))],
    () => ["chore", join(any("chore"), random() < 0.5 ? any("chore") : any("thanks"))],
    () => ["closing", join(any("hello"), random() < 0.3 ? any("thanks") : any("hello"))],
    () => [undefined, join(assent(), any("own"))],
    () => [undefined, join(assent(), request())],
    () => [undefined, join(any("chore"), request())],
    () => [undefined, join(request(), any("thanks"))],
    () => [undefined, join(any("go"), request())],
  ];
}

const KIND_OF_PHRASE = {
  yes: "goes_on",
  go: "goes_on",
  stuck: "goes_on",
  choice: "goes_on",
  thanks: "closing",
  bye: "closing",
  hello: "closing",
  chore: "chore",
  own: undefined,
} as const;

function phrasesAlone({ phrases }: TurnPhrases): readonly TurnExample[] {
  return Object.entries(KIND_OF_PHRASE).flatMap(([name, kind]) =>
    phrases[name as keyof typeof KIND_OF_PHRASE].flatMap((text) => {
      const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
      return [text, capital, `${text}!`, `${text}?`].map((turn) => ({ kind, text: turn }));
    }),
  );
}

const KIND_OF_SURROUNDING = {
  assent: "goes_on",
  thanks: "closing",
  goodbye: "closing",
  greeting: "closing",
} as const;

/** Words of several writers for yes, for thanks, and to come and go. */
function surroundingTurns(surroundings: Atlas["surroundings"]): readonly TurnExample[] {
  return surroundings.flatMap(({ surrounding }) => {
    const kind = KIND_OF_SURROUNDING[surrounding.kind as keyof typeof KIND_OF_SURROUNDING];
    return kind === undefined || !("text" in surrounding) ? [] : [{ kind, text: surrounding.text }];
  });
}

/** Turns of every language. Deterministic. */
export function turnExamplesOf({
  turns,
  surroundings,
  drills,
  wordings,
}: Pick<Atlas, "turns" | "surroundings" | "drills" | "wordings">) {
  const random = splitmix32(SEED);
  const asks = drills.filter(({ label }) => label.op !== "converse");
  const talk = drills.filter(({ label }) => label.op === "converse");
  const requestsOf = Map.groupBy(asks, ({ language }) => language);
  const composed = turns.flatMap((own): TurnExample[] => {
    const requests = (requestsOf.get(own.language) ?? asks).map(({ text }) => text);
    return makersOf(own, requests, random).flatMap((make) =>
      Array.from({ length: JOINED }, () => {
        const [kind, text] = make();
        return { kind, text: typed(text, random) };
      }),
    );
  });
  const wordingsAsking = wordings.filter(
    ({ labels, text }, at) =>
      at % WORDINGS_EVERY === 0 && !text.includes("{{") && labels.every(({ op }) => op !== "converse"),
  );
  return [
    ...turns.flatMap(phrasesAlone),
    ...surroundingTurns(surroundings),
    ...composed,
    ...talk.map(({ text }): TurnExample => ({ kind: "closing", text })),
    ...asks.map(({ text }): TurnExample => ({ kind: undefined, text })),
    ...wordingsAsking.map(({ text }): TurnExample => ({ kind: undefined, text })),
  ];
}
