// Does a turn stand on its own, or does it lean on the turns before it ("and now in French?")?

const LEANING_CHARS_MAX = 180;
const SHORT_WORDS_MAX = 3;
const WORD = /[\p{L}\p{N}']+/gu;

/** First words that tie a turn to the one before. */
const CONNECTORS = wordSet(
  "and or but now then so also ok okay yes no sure right why how's continue next again instead great good nice actually",
  "und oder aber jetzt nun dann auch weiter nochmal warum wieso ja nein gut et ou mais maintenant alors aussi encore oui non",
  "pourquoi y o pero ahora entonces también sí no porque e ma adesso ora allora anche perché mas agora então também",
  "а и но теперь тогда ещё почему да нет",
);
/** Words that point back. */
const POINTERS = wordSet(
  "it its this those these them same above previous earlier former latter again instead shorter longer simpler",
  "dasselbe oben vorherige stattdessen kürzer länger nochmal davon darüber cela ça ceci même précédent",
  "eso esto mismo anterior quello questo stesso isso isto это этого тоже",
);
const SMALL_TALK = wordSet(
  "hi hello hey thanks thank you bye goodbye morning evening cheers danke hallo tschüss merci bonjour salut hola gracias",
  "adiós ciao grazie obrigado olá привет спасибо",
);
const POINTERS_WITHOUT_SPACES =
  /^(?:那|这|现在|再|继续|接着|换成|改成|それ|これ|では|続け|もっと|그|이것|계속)|它|上面|刚才|呢[？?]?$/u;

function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "));
}

/** True when `text` is nothing but a greeting, thanks or a goodbye. */
export function isSmallTalk(text: string): boolean {
  if (text.length > LEANING_CHARS_MAX) return false;
  return (
    text
      .toLowerCase()
      .match(WORD)
      ?.every((word) => SMALL_TALK.has(word)) === true
  );
}

/** True when `text`, a turn that has turns before it, is short and points back to them. */
export function isFollowUp(text: string): boolean {
  if (text.length > LEANING_CHARS_MAX) return false;
  if (POINTERS_WITHOUT_SPACES.test(text)) return true;
  const words = text.toLowerCase().match(WORD);
  const first = words?.[0];
  if (words === null || first === undefined) return true;
  if (words.every((word) => SMALL_TALK.has(word))) return false;
  if (words.length <= SHORT_WORDS_MAX && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}']+$/u.test(first))
    return true;
  return CONNECTORS.has(first) || words.some((word) => POINTERS.has(word));
}
