// Plain wordings where something else is beside them: behind a persona, or after a turn that asked for something else. What is
// asked stays the same, so the labels do.
import type { Random } from "@signalbox/engine/numerics";
import type { openMatterByKind } from "../../atlas/matter-kinds.ts";
import type { AtlasMessage } from "../../atlas/atlas.ts";
import type { Wording } from "../../atlas/wordings.ts";
import { exampleOfWording } from "./task-rows.ts";
import type { Example } from "./task-rows.ts";
import type { Composer } from "./compose.ts";

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
