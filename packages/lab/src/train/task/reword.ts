// The same request in other words, as far as a program can say it: with the courtesies of its language, in Markdown, misspelt. The
// labels stay, so the heads learn to read all of them alike.
import type { Random } from "@signalbox/engine/numerics";
import type { AtlasMessage } from "../../atlas/atlas.ts";

type Frame = readonly [before: string, after: string];

const COURTESIES: Readonly<Record<string, readonly Frame[]>> = {
  en: [
    ["Could you please help: ", " Thank you very much!"],
    ["Hello! I would be grateful for this. ", " Many thanks in advance."],
    ["Good morning, would you kindly do the following? ", " Best wishes"],
  ],
  de: [
    ["Guten Tag, könnten Sie bitte Folgendes tun: ", " Vielen Dank!"],
    ["Hallo, wärst du so nett? ", " Danke dir."],
  ],
  fr: [
    ["Bonjour, pourriez-vous s'il vous plaît m'aider ? ", " Merci d'avance !"],
    ["Salut, tu peux faire ça stp ? ", " Merci beaucoup."],
  ],
  es: [
    ["Hola, ¿me puedes ayudar, por favor? ", " ¡Muchas gracias!"],
    ["Buenos días, ¿sería tan amable? ", " Un saludo."],
  ],
  pt: [
    ["Olá, você pode me ajudar, por favor? ", " Muito obrigado!"],
    ["Oi, tudo bem? ", " Agradeço desde já."],
  ],
  it: [
    ["Buongiorno, potrebbe aiutarmi per favore? ", " Grazie mille!"],
    ["Ciao, ti chiedo una cosa. ", " Grazie."],
  ],
  nl: [
    ["Goedemorgen, zou u mij kunnen helpen? ", " Alvast bedankt!"],
    ["Hoi, kun je dit even doen? ", " Dank je."],
  ],
  pl: [
    ["Dzień dobry, czy mogę prosić o pomoc? ", " Z góry dziękuję!"],
    ["Cześć, zrobisz to proszę? ", " Dzięki."],
  ],
  ru: [
    ["Здравствуйте, помогите, пожалуйста. ", " Заранее спасибо!"],
    ["Привет, можешь сделать? ", " Спасибо."],
  ],
  ar: [
    ["مرحبا، هل يمكنك مساعدتي من فضلك؟ ", " شكرا جزيلا"],
    ["السلام عليكم، لو سمحت ", " مع الشكر"],
  ],
  hi: [
    ["नमस्ते, कृपया मदद कीजिए। ", " बहुत धन्यवाद!"],
    ["hello, please help kar do ", " thanks"],
  ],
  zh: [
    ["您好，麻烦您帮个忙。", "非常感谢！"],
    ["你好，请帮我一下：", "谢谢啦"],
  ],
  ja: [
    ["恐れ入りますが、お願いがあります。", "よろしくお願いいたします。"],
    ["こんにちは。", "ありがとうございます。"],
  ],
  ko: [
    ["안녕하세요, 부탁드릴 게 있습니다. ", " 감사합니다!"],
    ["저기 이것 좀 해 주실 수 있을까요? ", " 고맙습니다."],
  ],
  sw: [
    ["Habari, tafadhali naomba msaada. ", " Asante sana!"],
    ["Shikamoo, ", " Nashukuru."],
  ],
  th: [
    ["สวัสดีค่ะ รบกวนช่วยหน่อยนะคะ ", " ขอบคุณมากค่ะ"],
    ["สวัสดีครับ ", " ขอบคุณครับ"],
  ],
  tr: [
    ["Merhaba, rica etsem yardımcı olur musunuz? ", " Çok teşekkürler!"],
    ["Selam, şunu yapar mısın? ", " Sağ ol."],
  ],
  vi: [
    ["Xin chào, bạn vui lòng giúp mình với. ", " Cảm ơn nhiều!"],
    ["Chào bạn, ", " Cảm ơn."],
  ],
};

const MISSPELT_SHARE = 0.18;
const WORD_LEAST = 4;

/** One slip after the first letter: a letter is missing, is written twice or once, is another, or changes places with the next. */
function slip(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const [before, letter, after] = [word.slice(0, at), word[at] ?? "", word.slice(at + 1)];
  const kind = random();
  if (kind < 0.35) return before + after;
  if (kind < 0.7) return before + (after[0] ?? "") + letter + after.slice(1);
  if (kind < 0.85) return before + letter + letter + after;
  return before + (word[Math.floor(random() * word.length)] ?? "") + after;
}

/** @param share of the words that are long enough for a slip. @range 0..1 */
export function misspell(text: string, random: Random, share: number = MISSPELT_SHARE): string {
  return text.replaceAll(/\p{L}+/gu, (word) =>
    word.length < WORD_LEAST || random() > share ? word : slip(word, random),
  );
}

const HEADINGS = ["Task", "Request", "Question", "TODO", "1.", "Brief"] as const;

/** What was said in quotation marks stands as a quotation of Markdown, and numbers stand as code. */
function markQuotes(text: string, random: Random): string {
  const quoted = text.replace(/[:,]?\s*["“„«「]([^"”“»」\n]{12,})["”“»」]\.?/u, "\n\n> $1\n\n");
  return random() < 0.5 ? quoted : quoted.replaceAll(/\b\d[\d.,]*\b/g, "`$&`");
}

/** Some words are bold, some in italics. */
function stressWords(line: string, random: Random): string {
  return line.replaceAll(/\p{L}{5,}/gu, (word) => {
    const kind = random();
    return kind < 0.08 ? `**${word}**` : kind < 0.14 ? `*${word}*` : word;
  });
}

export function toMarkdown(text: string, random: Random): string {
  const marked = markQuotes(text, random);
  const end = marked.indexOf("\n");
  const [first, rest] = end < 0 ? [marked, ""] : [marked.slice(0, end), marked.slice(end)];
  const line = stressWords(first, random);
  const kind = random();
  const hashes = "#".repeat(1 + Math.floor(random() * 3));
  const heading = HEADINGS[Math.floor(random() * HEADINGS.length)] ?? "";
  if (kind < 0.2) return `**${first}**\n${rest}`;
  if (kind < 0.35) return `${hashes} ${first}\n${rest}`;
  if (kind < 0.55) return `${hashes} ${heading}\n\n${line}${rest}`;
  if (kind < 0.65) return `**${heading}:** ${line}${rest}`;
  const bullets = line.replaceAll(/[,;:.、，；：。؛،] ?(?=\S)/g, "\n- ");
  return kind < 0.8 ? `- ${bullets}${rest}` : `${hashes} ${heading}\n\n- ${bullets}\n${rest}`;
}

function rewordText(text: string, language: string, random: Random): string {
  const kind = random();
  const frames = COURTESIES[language] ?? COURTESIES["en"] ?? [];
  const [before, after] = frames[Math.floor(random() * frames.length)] ?? ["", ""];
  if (kind < 0.45) return `${before}${text}${after}`;
  if (kind < 0.75) return misspell(text, random);
  if (kind < 0.95) return toMarkdown(text, random);
  return `${text}${after}`;
}

/** The last user turn in other words. */
export function rewordMessages(
  messages: readonly AtlasMessage[],
  language: string,
  random: Random,
): readonly AtlasMessage[] {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.map(({ role, content }, index) => ({
    role,
    content: index === last ? rewordText(content, language, random) : content,
  }));
}
