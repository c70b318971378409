// What people put around a request (greetings, "can you help me with this?", thanks, a signature) says nothing of what it
// asks. A leading or trailing piece goes when all of its words are words of courtesy; any other word keeps it.
import { unitTable } from "../text/unit-table.ts";

const WORD = /[\p{L}\p{N}']+/gu;
/** A piece of courtesy is short. @unit UTF-16 units */
const PIECE_MAX = 120;
const PIECES_MAX = 5;
/** What must be left to be a request of its own. @unit UTF-16 units */
const REST_MIN = 24;
const isBoundary = unitTable("\n.!?:,;。！？：，、");
const EDGE = /[\s\p{P}\p{S}]/u;

/** Words that make a piece one of courtesy. */
const MARKERS = wordSet(
  "hi hello hey greetings please kindly thanks thank appreciate appreciated regards cheers sincerely help helping assist assistance",
  "assistant dear hallo guten bitte danke dank gruß grüße grüßen hilf hilfe helfen liebe beantworte beantworten",
  "bonjour bonsoir salut coucou merci plaît plait aide d'aide aider m'aider cordialement réponds répondez hola gracias saludos favor ayuda",
  "ayudas ayudar ayudarme responde responda ciao salve buongiorno buonasera grazie aiuto aiutami rispondi olá oi obrigado obrigada ajuda ajudar responda",
  "goedemorgen goedendag hoi alsjeblieft alstublieft dank bedankt helpen beantwoord cześć proszę dziękuję pomóż привет здравствуйте пожалуйста",
  "спасибо помоги помогите",
);
/** Words that may stand beside them. */
const FILLERS = wordSet(
  "there good morning afternoon evening day everyone all team sir madam can could would will you your i i'm we me us my our am are is be",
  "have has had need want like some any a an the to of in on at for with this that these it helpful following below above here question",
  "questions request query task problem issue one quick answer reply respond response look take time many much so very lot advance welcome kind",
  "best warm yours truly sent from my phone if glad tag morgen abend lieber sehr geehrte damen herren könntest könnten kannst können du sie",
  "ihr mir uns ich wir habe hätte brauche möchte eine einen ein die der das den dem diese dieser folgende folgenden frage fragen aufgabe",
  "dabei mal vielen lieben schön im voraus mit freundlichen viele beste und auf s'il te vous cher chère à la le les l une un suivante",
  "suivant question demande voici ma mon j'ai besoin peux pouvez tu avec ceci beaucoup d'avance buenos buenas días tardes noches por lo",
  "siguiente pregunta esta este esto me puedes podrías con muchas antemano el los las de per favore domanda seguente questa questo ho",
  "bisogno una mano mille anticipo in bom dia boa tarde noite pergunta seguinte preciso pode desde já volgende vraag het kun kunt je mij",
  "ons alvast groet groeten dzień dobry na następujące pytanie mi следующий вопрос на мне заранее ответь ответьте",
);
/** Courtesy in scripts without spaces: a piece of these characters alone, one of the marking ones among them. */
const COURTESY_CHARACTERS =
  /^[请請您你们帮我看一下回答面以的这個个問问題题謝谢多吗嗎好次の質問に答えてくださいお願しますこんちはありがとう]+$/u;
const MARKING_CHARACTERS = /[请請谢謝帮]|你好|您好|ください|お願い|ありがとう|こんにちは/u;

function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}

/** Greetings of words that mean something else elsewhere. */
const GREETING = /^\W*good (?:morning|afternoon|evening|day)(?: everyone| all| team)?\W*$/i;

/** Of the units below 128, those that make up words. */
const ASCII_WORD = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[A-Za-z0-9']/.test(String.fromCharCode(unit)) ? 1 : 0,
);

/** The first word from `from` on, and where it ends. ASCII is read by a table, anything else by the pattern. */
function wordFrom(piece: string, from: number): { readonly word: string; readonly end: number } | undefined {
  let start = from;
  while (start < piece.length && ASCII_WORD[piece.charCodeAt(start)] === 0) start += 1;
  let end = start;
  while (end < piece.length && ASCII_WORD[piece.charCodeAt(end)] === 1) end += 1;
  if (end === piece.length || piece.charCodeAt(end) < 128)
    return end === start ? undefined : { word: piece.slice(start, end), end };
  WORD.lastIndex = start;
  const word = WORD.exec(piece)?.[0];
  return word === undefined ? undefined : { word, end: WORD.lastIndex };
}

/** Stops at the first word that is none of courtesy: most pieces end at their first. */
function isCourtesy(piece: string): boolean {
  if (GREETING.test(piece)) return true;
  let isMarked = false;
  for (let next = wordFrom(piece, 0); next !== undefined; next = wordFrom(piece, next.end)) {
    const word = next.word.toLowerCase();
    if (MARKERS.has(word)) isMarked = true;
    else if (FILLERS.has(word)) continue;
    else if (COURTESY_CHARACTERS.test(word)) isMarked ||= MARKING_CHARACTERS.test(word);
    else return false;
  }
  return isMarked;
}

/** Start of what follows the first piece; `from` when that piece is no courtesy. */
function skipPiece(text: string, from: number): number {
  const limit = Math.min(text.length, from + PIECE_MAX);
  let at = from;
  while (at < limit && isBoundary[text.charCodeAt(at)] === 0) at += 1;
  if (at === limit || !isCourtesy(text.slice(from, at))) return from;
  while (at < text.length && EDGE.test(text[at]!) && !"<([{`$#\"'".includes(text[at]!)) at += 1;
  return at;
}

/** End of what stands before the last piece; `to` when that piece is no courtesy. */
function skipLastPiece(text: string, to: number): number {
  let end = to;
  while (end > 0 && EDGE.test(text[end - 1]!)) end -= 1;
  const limit = Math.max(0, end - PIECE_MAX);
  let at = end;
  while (at > limit && isBoundary[text.charCodeAt(at - 1)] === 0) at -= 1;
  return at > limit && isCourtesy(text.slice(at, end)) ? at : to;
}

/** The request without the courtesies around it; the text itself where nothing else would be left. */
export function stripFrame(text: string): string {
  let from = 0;
  let to = text.length;
  for (let piece = 0; piece < PIECES_MAX; piece += 1) {
    const next = skipPiece(text, from);
    if (next === from) break;
    from = next;
  }
  for (let piece = 0; piece < PIECES_MAX; piece += 1) {
    const next = skipLastPiece(text, to);
    if (next === to) break;
    to = next;
  }
  if (from === 0 && to === text.length) return text;
  const rest = text.slice(from, Math.max(from, to)).trim();
  return rest.length < REST_MIN ? text : rest;
}
