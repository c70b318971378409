// Programs that are asked for whole: "a complete Tetris in one HTML file". They are far longer than what else is written in code.
import type { Operation } from "@signalbox/contracts";

import type { TokenRange } from "../../conversation/task-reading.ts";
import type { TaskText } from "../../conversation/task-text.ts";

/** A single file, in the languages that people most ask for it in. */
const ONE_FILE = new RegExp(
  [
    "\\b(?:one|single|a single|1|self-contained|standalone)[ -](?:\\p{L}{2,10} )?file\\b",
    "\\beine[rm]? (?:einzigen |einzelnen )?(?:\\p{L}{2,10}-)?datei\\b",
    "\\b(?:un seul|un même) fichier\\b",
    "\\bun (?:solo|único) (?:archivo|fichero)\\b",
    "\\bum (?:único|só) (?:arquivo|ficheiro)\\b",
    "\\bun (?:solo|unico) file\\b",
    "\\bjednym pliku\\b",
    "\\b(?:één|een enkel) (?:\\p{L}{2,10}-)?bestand\\b",
    "\\btek (?:bir )?(?:\\p{L}{2,10} )?dosya",
    "одном (?:\\p{L}{2,10}[ -])?файле",
    "[一单][个個]?\\s?\\p{L}{0,8}文件",
    "(?:1つの|一つの|単一の)\\s?\\p{L}{0,6}ファイル",
    "하나의\\s?\\p{L}{0,6}\\s?파일",
  ].join("|"),
  "iu",
);
/** What is whole on its own: a page, a game, an application. A helper in one file is neither. */
const PROGRAM = new RegExp(
  "html|\\b(?:games?|apps?|applications?|websites?|tetris|snake|pong|jeu|juego|jogo|gioco|spel|oyun)\\b" +
    "|spiel|aplica|игр|приложени|游戏|遊戲|应用|ゲーム|アプリ|게임|앱",
  "iu",
);
/** An assumption: small games and pages in one file have 150 to 600 lines of about ten tokens. */
const WHOLE_PROGRAM: TokenRange = { low: 1_500, median: 3_000, high: 6_000 };

/** Undefined where no whole program is asked for. */
export function readWholeProgram({ zones }: TaskText, operation: Operation): TokenRange | undefined {
  if (operation !== "write_code") return undefined;
  for (const zone of [zones.opening, zones.closing])
    if (ONE_FILE.test(zone) && PROGRAM.test(zone)) return WHOLE_PROGRAM;
  return undefined;
}
