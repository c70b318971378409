// What people put around a request (greetings, "can you help me with this?", thanks, a signature) says nothing of what it
// asks. A leading or trailing piece goes when all of its words are words of courtesy; any other word keeps it.

const WORD = /[\p{L}\p{N}']+/gu;
/** A piece of courtesy is short. @unit UTF-16 units */
const PIECE_MAX = 120;
const PIECES_MAX = 5;
/** What must be left to be a request of its own. @unit UTF-16 units */
const REST_MIN = 24;
const BOUNDARY = /[\n.!?:,;。！？：，、]/;
const EDGE = /[\s\p{P}\p{S}]/u;

const COURTESY = wordSet(
  // English
  "hi hello hey dear there good morning afternoon evening day everyone all team sir madam greetings please kindly could can",
  "would will you your i i'm we me us my our am are is be have had has need want like some any a an the to of in on at for with this",
  "that these it help helping assist assistance assistant helpful following below above here question questions query request task",
  "problem issue one quick answer reply respond response look take time thanks thank many much so very lot advance appreciate",
  "appreciated welcome regards kind best warm cheers sincerely yours truly sent from phone mobile end start begin user asks glad if",
  // German
  "hallo guten tag morgen abend liebe lieber sehr geehrte damen herren bitte könntest könnten kannst können du sie ihr mir uns ich wir",
  "habe hätte brauche möchte eine einen ein die der das den dem diese dieser folgende folgenden frage fragen aufgabe beantworte",
  "beantworten hilf helfen hilfe dabei mal vielen lieben dank danke schön im voraus gruß grüße grüßen mit freundlichen viele beste",
  // French
  "bonjour bonsoir salut coucou cher chère s'il te vous plaît plait réponds répondez répondre à la le les l une un suivante suivant",
  "question demande voici ma mon j'ai besoin d'aide aide aider peux pouvez tu m'aider avec ceci merci beaucoup d'avance cordialement",
  // Spanish
  "hola buenos buenas días tardes noches por favor responde responda responder lo siguiente pregunta esta este esto me ayudas ayuda",
  "ayudar puedes podrías con gracias muchas antemano saludos un una el los las de",
  // Italian, Portuguese, Dutch
  "ciao salve buongiorno buonasera per favore rispondi rispondere domanda seguente questa questo ho bisogno mano aiuto aiutami grazie mille",
  "anticipo olá oi bom dia boa tarde noite responda pergunta seguinte preciso ajuda ajudar pode obrigado obrigada desde já",
  "goedemorgen goedendag beantwoord alsjeblieft alstublieft volgende vraag het kun kunt je mij ons helpen dank bedankt alvast groet groeten",
  // Polish, Russian
  "cześć dzień dobry proszę odpowiedz na następujące pytanie pomóż mi dziękuję привет здравствуйте пожалуйста ответь ответьте на",
  "следующий вопрос помоги помогите мне спасибо заранее",
);
/** Courtesy in scripts without spaces: a piece of these characters alone. */
const COURTESY_CHARACTERS =
  /^[请請您你们帮我看一下回答面以的这個个问問题題谢謝多吗嗎好次の質問に答えてくださいお願しますこんちはありがとう]+$/u;

function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}

function isCourtesy(piece: string): boolean {
  const words = piece.toLowerCase().match(WORD);
  return words !== null && words.every((word) => COURTESY.has(word) || COURTESY_CHARACTERS.test(word));
}

/** Start of what follows the first piece; `from` when that piece is no courtesy. */
function skipPiece(text: string, from: number): number {
  const limit = Math.min(text.length, from + PIECE_MAX);
  let at = from;
  while (at < limit && !BOUNDARY.test(text[at]!)) at += 1;
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
  while (at > limit && !BOUNDARY.test(text[at - 1]!)) at -= 1;
  return at > limit && isCourtesy(text.slice(at, end)) ? at : to;
}

/** The request without the courtesies around it; the text itself where nothing else would be left. */
export function stripFrame(text: string): string {
  let from = 0;
  let to = text.length;
  for (let piece = 0; piece < PIECES_MAX; piece += 1) from = skipPiece(text, from);
  for (let piece = 0; piece < PIECES_MAX; piece += 1) to = skipLastPiece(text, to);
  if (from === 0 && to === text.length) return text;
  const rest = text.slice(from, Math.max(from, to)).trim();
  return rest.length < REST_MIN ? text : rest;
}
