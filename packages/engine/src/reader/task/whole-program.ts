// Programs that are asked for whole: "a complete Tetris in one HTML file". They are far longer than what else is written in code.
import type { Operation } from "@signalbox/contracts";

import type { TokenRange } from "./task-reading.ts";
import type { TaskText } from "../conversation/task-text.ts";

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
/** Things that are whole on its own: a page, a game, an application. A helper in one file is neither. */
const PROGRAM = new RegExp(
  "html|\\b(?:games?|apps?|applications?|websites?|tetris|snake|pong|jeu|juego|jogo|gioco|spel|oyun)\\b" +
    "|spiel|aplica|игр|приложени|游戏|遊戲|应用|ゲーム|アプリ|게임|앱",
  "iu",
);
/** A backend, a shop or a platform that is asked for as a whole: "a complete e-commerce backend". */
const COMPLETE =
  "complete|full|entire|whole|full-stack|fullstack|komplette[sn]?|vollständige[sn]?|complète?|entière?|complet[oae]|entero|inteiro|inter[oa]|volledige?|hele|pełny|cały|całą|pełną|полный|полноценный|целый|полную|eksiksiz|đầy đủ|hoàn chỉnh|kamili";
const SYSTEM =
  "back-?end|platform|system|web ?app|website|web ?site|app|application|saas|shop|store|api|plataforma|sistema|aplicación|aplicativo|aplicação|applicazione|applicatie|piattaforma|plateforme|système|anwendung|aplikację|aplikacja|бэкенд|бекенд|приложение|сайт|систему|uygulama|sistemi|ứng dụng|hệ thống|mfumo|programu";
const WHOLE_SYSTEM = new RegExp(
  `(?<!\\p{L})(?:${COMPLETE})[ -](?:[\\p{L}-]{1,14} ){0,3}(?:${SYSTEM})(?!\\p{L})|` +
    `(?<!\\p{L})(?:${SYSTEM}) (?:\\p{L}{1,14} ){0,2}(?:${COMPLETE})(?!\\p{L})|` +
    "(?:完整的?|整个|完全な)[^。\\n]{0,12}(?:后端|系统|网站|平台|应用|バックエンド|システム|アプリ)|" +
    "(?:전체|완전한)[^.\\n]{0,12}(?:백엔드|시스템|앱)|(?:पूरा|पूरी)[^।\\n]{0,16}(?:बैकएंड|सिस्टम|ऐप)|" +
    "(?:ระบบ|แอป)[^\\n]{0,16}(?:ครบวงจร|ทั้งหมด)|(?:نظام|تطبيق|خلفية)[^\\n]{0,16}(?:كامل|متكامل)",
  "iu",
);
/** Verbs that make a whole of a system: nothing is changed in one that is there. */
const MAKING =
  /(?<!\p{L})(?:write|build|create|make|develop|implement|code|generate|schreib\w*|erstell\w*|baue?|entwick\w*|écri\w*|crée\w*|développe\w*|escrib\w*|crea\w*|desarroll\w*|scriv\w*|svilupp\w*|escrev\w*|cri[ae]|desenvolv\w*|schrijf|maak|bouw|napisz|stwórz|zbuduj|напиши\w*|создай\w*|разработай\w*|yaz|oluştur|viết|xây dựng|andika|tengeneza|اكتب|أنشئ)(?!\p{L})|[写寫]|开发|作って|書いて|만들|बनाओ|बनाएं|लिखो|เขียน|สร้าง/iu;
/** An assumption: a backend has some ten to forty files; one answer holds the most of them. */
const SYSTEM_TOKENS: TokenRange = { low: 2_000, median: 5_500, high: 16_000 };

/** An assumption: small games and pages in one file have 150 to 600 lines of about ten tokens. */
const WHOLE_PROGRAM: TokenRange = { low: 1_500, median: 3_000, high: 6_000 };

/** Undefined where no whole program is asked for. */
export function readWholeProgram({ zones }: TaskText, operation: Operation): TokenRange | undefined {
  if (operation !== "write_code") return undefined;
  for (const zone of [zones.opening, zones.closing])
    if (ONE_FILE.test(zone) && PROGRAM.test(zone)) return WHOLE_PROGRAM;
  for (const zone of [zones.opening, zones.closing])
    if (WHOLE_SYSTEM.test(zone) && MAKING.test(zone)) return SYSTEM_TOKENS;
  return undefined;
}
