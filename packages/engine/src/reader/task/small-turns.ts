// Short first turns that ask for little, whatever heavy words they hold: a greeting without a question, and a check that something
// exists. What the heads say is weighed by what such turns were among the requests of the task atlas that train them.
import { OPERATIONS } from "@signalbox/contracts";
import type { TaskText } from "../conversation/task-text.ts";
import { HEADS } from "./attention.ts";

const GREETING =
  /^\s{0,9}(?:hi|hey|hello|yo|good (?:morning|evening|afternoon)|hallo|guten (?:morgen|tag|abend)|moin|servus|salut|bonjour|bonsoir|coucou|hola|buen[oa]s|ciao|buongiorno|buonasera|ol[áa]|oi|bom dia|boa (?:tarde|noite)|cześć|czesc|hoi|goede(?:morgen|ndag)|merhaba|selam|привет|здравствуйте|добрый день|[你您]好|こんにちは|おはよう|안녕|नमस्ते|مرحبا|السلام عليكم|สวัสดี|xin chào|habari)(?!\p{L})/iu;
const QUESTION = /[?？؟]/u;
/** @unit UTF-16 units */
const GREETING_MOST = 80;
/** Odds of small talk in greeted turns without a question (14 of 15, lower quartile .84) over those in short turns (370 of 2,379). */
const TALK_ODDS = 28;
const TALK = OPERATIONS.indexOf("converse");
/** Classes of those 14, which were all of the first. @shape TIERS */
const TALK_TIERS = [0.9, 0.06, 0.02, 0.01, 0.01] as const;

/** Things that a look can find, with article and name: "the file report.txt", "/etc/hosts". */
const THING =
  "(?:files?|folder|directory|path|table|branch|bucket|container|datei|ordner|verzeichnis|tabelle|fichier|dossier|archivo|fichero|carpeta|tabla|cartella|arquivo|pasta|bestand|plik|folder|файл|папка|таблица|dosyası?)";
const NAME = "(?:[~.]?/[\\w./-]+|[\\w-]+\\.\\w{1,5})";
const ARTICLE =
  "(?:(?:the|an?|my|our|any|die|eine?|der|das|le|la|une?|el|ella|l['’]|il|o|a|uma?|de|het|een)[ ’']?\\s?)?";
const SUBJECT = `${ARTICLE}(?:${THING}(?: (?:named|called|namens|llamad[oa]))?(?: \\S{1,40})?|${NAME})`;
const CHECK =
  "(?:please |can you |could you |bitte )?(?:check|verify|confirm|see|make sure|ensure|tell me|find out|do|does|prüfe?|überprüfe?|schau|vérifie[rz]?|verifica|comprueba|confirma|verifique|controleer|sprawdź|проверь)";
const EXISTS =
  "(?:exists?|existiert|vorhanden ist|existe(?:-t-il)?|esiste|bestaat|istnieje|существует|var mı)";
const PLACE = "(?: (?:in|at|on|under|im|auf|dans|en|em|nel) \\S{1,30}(?: \\S{1,20})?)?";
/** Checks of such a thing in a separate clause: what is proven to exist, or is to be programmed, is neither. */
const EXISTENCE = [
  new RegExp(`^${CHECK}(?: \\p{L}{1,7})? ${SUBJECT} ${EXISTS}${PLACE}\\W{0,6}$`, "iu"),
  new RegExp(
    `^¿?(?:is there|are there|gibt es|hay|c['’]è|há|есть ли|${EXISTS}) ${SUBJECT}${PLACE}\\W{0,6}$`,
    "iu",
  ),
  new RegExp(`^${SUBJECT} ${EXISTS}\\W{0,6}$`, "iu"),
  /^[^，。\n]{0,20}(?:文件|目录|ファイル|フォルダ|파일|폴더)[^，。\n]{0,40}(?:是否存在|存在吗|存在しますか|ありますか|있는지 확인\S{0,6}|있나요)[?？。]?$/u,
] as const;
const EXISTENCE_MOST = 90;
/** An assumption: a listing or a look settles it, so that one in five such checks needs more than the smallest class. @shape TIERS */
const EXISTENCE_TIERS = [0.8, 0.15, 0.03, 0.01, 0.01] as const;
/** Belief that such a check is as small as it looks. @range 0..1 */
const EXISTENCE_SURE = 0.9;

function mixTiers(shares: Float64Array, tiers: readonly number[], weight: number): void {
  tiers.forEach((share, tier) => {
    const at = HEADS.tier + tier;
    shares[at] = (1 - weight) * shares[at]! + weight * share;
  });
}

/** Corrects the prior of small talk. @source Saerens, Latinne, Decaestecker (2002), "Adjusting the outputs of a classifier" */
function raiseTalk(shares: Float64Array): void {
  const talk = shares[TALK]!;
  const sum = 1 + (TALK_ODDS - 1) * talk;
  for (let at = HEADS.operation; at < HEADS.field; at += 1) shares[at] = shares[at]! / sum;
  shares[TALK] = (TALK_ODDS * talk) / sum;
  // The heads know the class of the part that was small talk already.
  mixTiers(shares, TALK_TIERS, shares[TALK] - talk);
}

export function isExistenceCheck(turn: string): boolean {
  const text = turn.trim();
  return text.length <= EXISTENCE_MOST && EXISTENCE.some((form) => form.test(text));
}

/** @param shares of operations, fields and classes, changed in place. @shape HEADS.count */
export function settleSmallTurn({ asked, zones, before, documents }: TaskText, shares: Float64Array): void {
  if (before !== undefined || documents !== "" || asked.length > EXISTENCE_MOST) return;
  if (isExistenceCheck(asked)) mixTiers(shares, EXISTENCE_TIERS, EXISTENCE_SURE);
  else if (
    zones.system === "" &&
    asked.length <= GREETING_MOST &&
    GREETING.test(asked) &&
    !QUESTION.test(asked)
  )
    raiseTalk(shares);
}
