// Requests that judge the lengths; nothing is tuned on them. See docs/research/bill.md.
import {
  DIARY,
  DIARY_EVENTS,
  ENGLISH_SPELLING,
  GERMAN_SPELLING,
  GO,
  HARBOUR,
  RUST,
  TICKETS,
  YAML,
  YAML_AS_JSON,
} from "./held-texts.data.ts";
import { assistant, lengthCase as given, linesOf, system, times, user } from "./measure-lengths.ts";
import type { LengthCase, LengthTurn } from "./measure-lengths.ts";

const T = HARBOUR;
const REPLY =
  "Dear Mr Castillo, thank you for your patience. The technician will come on Thursday between nine and eleven and bring the new compressor. If nobody is at home at that time, please leave the key with your neighbour and let us know the name. We will not charge you for the second visit.";
const REPLY_ES =
  "Estimado señor Castillo: Gracias por su paciencia. El técnico irá el jueves entre las nueve y las once y llevará el compresor nuevo. Si a esa hora no hay nadie en casa, por favor deje la llave a su vecino e indíquenos su nombre. No le cobraremos la segunda visita.";
const REPLY_SHORT =
  "Dear Mr Castillo, the technician comes on Thursday between nine and eleven with the new compressor. If you are out, please leave the key with a neighbour. The second visit is free.";
const HOUSE =
  "You are a coding agent in the terminal. Keep answers under 3 sentences. No greetings, no summaries of what you did, one-word answers are best.";
const mailed: readonly LengthTurn[] = [
  user(
    "Write a short reply to a customer whose fridge is still broken; technician on Thursday 9-11, no charge.",
  ),
  assistant(REPLY),
];
const perLine = (labels: readonly string[], count: number): string => linesOf(labels, count).join("\n");
const asPairs = (lines: readonly string[], labels: readonly string[]): string =>
  lines.map((line, at) => `${line} -> ${labels[at % labels.length] ?? ""}`).join("\n");
const jsonList = (entry: string, count: number): string => `[\n${linesOf([entry], count).join(",\n")}\n]`;

export const HELD_CASES: readonly LengthCase[] = [
  // Translations, by length, pair and wording.
  given("translate", `Translate the following into Spanish:\n\n${T.en}`, T.es),
  given("translate", `Translate the following into Spanish:\n\n${times(T.en, 12)}`, times(T.es, 12)),
  given("translate", `Translate the following into Spanish:\n\n${times(T.en, 90)}`, times(T.es, 90)),
  given("translate", `I need this in Dutch by tonight, please:\n\n${times(T.en, 5)}`, times(T.nl, 5)),
  given("translate", `English to Ukrainian:\n\n${times(T.en, 3)}`, times(T.uk, 3)),
  given(
    "translate",
    `Can you translate this letter to Turkish for my landlord?\n\n${times(T.en, 2)}`,
    times(T.tr, 2),
  ),
  given("translate", `${times(T.pt, 9)}\n\n---\nTranslate into English, British spelling.`, times(T.en, 9)),
  given("translate", `Translate to Bengali.\n"""\n${times(T.en, 4)}\n"""`, times(T.bn, 4)),
  given(
    "translate",
    `<document>\n${times(T.fr, 10)}\n</document>\n\nTranslate the document into German.`,
    times(T.de, 10),
  ),
  given("translate", `Bitte ins Polnische übersetzen: ${T.de}`, T.pl),
  given("translate", `Übersetze das Kapitel ins Französische.\n\n${times(T.de, 30)}`, times(T.fr, 30)),
  given(
    "translate",
    `Traduisez ce passage en anglais, s'il vous plaît.\n\n${times(T.fr, 4)}`,
    times(T.en, 4),
  ),
  given("translate", `Pásame esto al italiano:\n\n${times(T.es, 2)}`, times(T.it, 2)),
  given("translate", `Traduza para o inglês:\n\n${times(T.pt, 20)}`, times(T.en, 20)),
  given("translate", `Vertaal naar het Engels:\n\n${times(T.nl, 6)}`, times(T.en, 6)),
  given("translate", `Przetłumacz na angielski poniższy tekst.\n\n${times(T.pl, 5)}`, times(T.en, 5)),
  given("translate", `Переведите, пожалуйста, на немецкий язык:\n\n${times(T.ru, 3)}`, times(T.de, 3)),
  given("translate", `Şunu İngilizceye çevir:\n\n${times(T.tr, 8)}`, times(T.en, 8)),
  given("translate", `翻译成日语：${T.zh}`, T.ja),
  given("translate", `把这篇文章翻译成英语，不要省略。\n\n${times(T.zh, 15)}`, times(T.en, 15)),
  given("translate", `以下を韓国語に訳して：\n${times(T.ja, 3)}`, times(T.ko, 3)),
  given("translate", `다음 글을 영어로 번역해 주세요.\n\n${times(T.ko, 5)}`, times(T.en, 5)),
  given("translate", `ترجم هذا النص إلى الفرنسية:\n\n${times(T.ar, 4)}`, times(T.fr, 4)),
  given("translate", `इसका अंग्रेज़ी में अनुवाद करो:\n\n${times(T.hi, 3)}`, times(T.en, 3)),
  given("translate", `แปลเป็นภาษาอังกฤษ:\n\n${times(T.th, 2)}`, times(T.en, 2)),
  given("translate", `Dịch sang tiếng Anh:\n\n${times(T.vi, 6)}`, times(T.en, 6)),
  given("translate", `Käännä englanniksi:\n\n${times(T.fi, 4)}`, times(T.en, 4)),
  given(
    "translate",
    [
      system("Translate the user's message from English to Korean. Output only the translation."),
      user(times(T.en, 7)),
    ],
    times(T.ko, 7),
  ),
  given(
    "translate",
    [
      system("You translate product texts for our shop into German. Keep the formatting."),
      user(
        "Merino socks, three pairs. Warm in winter, cool in summer, and they stay up without pinching. Machine wash at 30 degrees.",
      ),
    ],
    "Merinosocken, drei Paar. Warm im Winter, kühl im Sommer, und sie rutschen nicht, ohne einzuschneiden. Maschinenwäsche bei 30 Grad.",
  ),
  given(
    "translate",
    "What's 'mind the gap between the train and the platform' in Russian?",
    "Осторожно, зазор между поездом и платформой.",
  ),
  given(
    "translate",
    `Translate these 6 support tickets into Hindi, one per line:\n${TICKETS.join("\n")}`,
    "कैमरा खोलते ही ऐप बंद हो जाता है।\nमार्च के बिल के लिए मुझसे दो बार शुल्क लिया गया।\nमैं न्यूज़लेटर की भाषा कैसे बदलूँ?\nआपके कूरियर ने पार्सल बारिश में छोड़ दिया।\nकृपया मेरा खाता और मेरा सारा डेटा हटा दें।\nटैबलेट पर डार्क मोड अच्छा लगेगा।",
  ),
  // Corrections.
  given("correct", `Fix the typos: ${ENGLISH_SPELLING.wrong}`, ENGLISH_SPELLING.right),
  given(
    "correct",
    `Please proofread the notice below and send back the clean version.\n\n${times(ENGLISH_SPELLING.wrong, 5)}`,
    times(ENGLISH_SPELLING.right, 5),
  ),
  given(
    "correct",
    `Correct all mistakes in this text and return it in full:\n\n${times(ENGLISH_SPELLING.wrong, 50)}`,
    times(ENGLISH_SPELLING.right, 50),
  ),
  given("correct", `Bitte korrigieren:\n\n${GERMAN_SPELLING.wrong}`, GERMAN_SPELLING.right),
  given(
    "correct",
    `Verbessere alle Fehler im folgenden Brief und gib ihn vollständig zurück.\n\n${times(GERMAN_SPELLING.wrong, 16)}`,
    times(GERMAN_SPELLING.right, 16),
  ),
  given("correct", `Corrige la ortografía de este texto:\n\n${times(T.es, 7)}`, times(T.es, 7)),
  given("correct", `Corrigez l'orthographe :\n\n${times(T.fr, 2)}`, times(T.fr, 2)),
  given("correct", `检查并改正错别字：\n\n${times(T.zh, 5)}`, times(T.zh, 5)),
  given("correct", `Исправь ошибки в тексте:\n\n${times(T.ru, 4)}`, times(T.ru, 4)),
  given(
    "correct",
    [
      system("You are a proofreader. Return the corrected text and nothing else."),
      user(times(ENGLISH_SPELLING.wrong, 9)),
    ],
    times(ENGLISH_SPELLING.right, 9),
  ),
  // Other wordings of a whole text.
  given(
    "rewrite",
    `Rewrite in plain English, keep every fact:\n\n${times(T.en, 8)}`,
    times(
      "My grandmother had a little shop by the harbour. When the boats stayed in during winter, she sold more tea than bread. The fishermen dried their gloves on her stove. I learned to count there with buttons and coins while it rained. Many years later, I still remember the smell of every drawer.",
      8,
    ),
  ),
  given(
    "rewrite",
    `Make this more formal:\n\n${REPLY}`,
    "Dear Mr Castillo, we sincerely appreciate your patience in this matter. Our technician is scheduled to attend your residence on Thursday between 9:00 and 11:00 and will supply the new compressor. Should nobody be present at that time, we kindly ask you to leave the key with a neighbour and to inform us of the neighbour's name. Please be assured that the second visit will be free of charge.",
  ),
  given("rewrite", `Rephrase: ${TICKETS[3]}`, "The parcel was left out in the rain by your courier."),
  given(
    "rewrite",
    `Cut this down to half:\n\n${times(T.en, 6)}`,
    times(
      "My grandmother kept a shop by the harbour, where fishermen dried their gloves in winter. I learned to count there, and still know each drawer's smell.",
      6,
    ),
  ),
  given("rewrite", `Schreibe den Text in die Gegenwart um:\n\n${times(T.de, 10)}`, times(T.de, 10)),
  given("rewrite", `Réécris ce texte à la troisième personne.\n\n${times(T.fr, 5)}`, times(T.fr, 5)),
  given("rewrite", `将下面的段落改写得更口语化：\n\n${times(T.zh, 4)}`, times(T.zh, 4)),
  given(
    "rewrite",
    `Anonymise this letter: replace names, dates and times by placeholders, otherwise change nothing.\n\n${times(REPLY, 6)}`,
    times(REPLY, 6),
  ),
  // One format to another.
  given("convert", `Convert to JSON:\n\n${YAML}`, YAML_AS_JSON),
  given("convert", `YAML please:\n\n\`\`\`json\n${YAML_AS_JSON}\n\`\`\``, YAML),
  given(
    "convert",
    `Convert these config files to JSON:\n\n${times(YAML, 12, "---\n")}`,
    times(YAML_AS_JSON, 12, ",\n"),
  ),
  given(
    "convert",
    `Turn the diary into an HTML list:\n\n${DIARY}`,
    `<ul>\n${DIARY.split("\n")
      .map((line) => `  <li>${line}</li>`)
      .join("\n")}\n</ul>`,
  ),
  given(
    "convert",
    `Wandle diese Tickets in eine CSV mit Nummer und Text um:\n\n${linesOf(TICKETS, 48).join("\n")}`,
    linesOf(TICKETS, 48)
      .map((line, at) => `${at + 1},"${line}"`)
      .join("\n"),
  ),
  // Code to code.
  given("port", `Translate this Go package to Rust:\n\n\`\`\`go\n${GO}\`\`\``, RUST),
  given("port", `Port the code below from Rust to Go, complete file please.\n\n${RUST}`, GO),
  given(
    "port",
    `Convert everything to Rust. Do not leave anything out.\n\n\`\`\`go\n${times(GO, 10)}\`\`\``,
    times(RUST, 10),
  ),
  given("port", `Schreibe das bitte in Rust um:\n\n${times(GO, 3)}`, times(RUST, 3)),
  given("port", `这段代码改写成 Go：\n\n${times(RUST, 2)}`, times(GO, 2)),
  given(
    "annotate",
    `Add doc comments to every exported name and give me the full file.\n\n\`\`\`go\n${times(GO, 2)}\`\`\``,
    times(GO, 2)
      .replaceAll(
        "\nfunc",
        "\n// This method does what its name says, and is safe to call from several goroutines.\nfunc",
      )
      .replaceAll("\ntype", "\n// This type holds what the queue needs.\ntype"),
  ),
  given(
    "annotate",
    `Rename Queue to DelayQueue in this file:\n\n${GO}`,
    GO.replaceAll("Queue", "DelayQueue"),
  ),
  given(
    "annotate",
    `Füge überall Kommentare hinzu und gib die ganze Datei aus:\n\n${times(RUST, 4)}`,
    times(
      RUST.replaceAll(
        "\n    pub fn",
        "\n    /// Diese Methode ist von mehreren Threads aus sicher aufrufbar.\n    pub fn",
      ),
      4,
    ),
  ),
  given(
    "annotate",
    `Format this code with four spaces and consistent quotes, output only the code.\n\n${times(RUST, 6)}`,
    times(RUST, 6),
  ),
  // A label or an item for each of many.
  given(
    "label",
    `Tag each ticket with bug, billing, question, delivery, account or idea. One tag per line, nothing else.\n\n${linesOf(TICKETS, 60).join("\n")}`,
    perLine(["bug", "billing", "question", "delivery", "account", "idea"], 60),
  ),
  given(
    "label",
    `Sentiment of every line (pos/neg/neu):\n${linesOf(TICKETS, 24).join("\n")}`,
    perLine(["neg", "neg", "neu", "neg", "neu", "pos"], 24),
  ),
  given(
    "label",
    `Classify the tickets below. Answer as "ticket -> class".\n\n${linesOf(TICKETS, 18).join("\n")}`,
    asPairs(linesOf(TICKETS, 18), ["bug", "billing", "question", "delivery", "account", "idea"]),
  ),
  given(
    "label",
    `Is each of these a question? Write yes or no for each line.\n\n${linesOf(TICKETS, 36).join("\n")}`,
    perLine(["no", "no", "yes"], 36),
  ),
  given(
    "label",
    `Bewerte jede Zeile mit einer Dringlichkeit von 1 bis 5, eine Zahl pro Zeile.\n\n${linesOf(TICKETS, 30).join("\n")}`,
    perLine(["4", "5", "2"], 30),
  ),
  given(
    "label",
    `为每一行标注情感（正面、负面、中性）：\n${linesOf(["包裹晚到了三天。", "客服态度很好。", "颜色和图片一样。"], 20).join("\n")}`,
    perLine(["负面", "正面", "中性"], 20),
  ),
  given("extract", `List every event in this diary with its date, as bullets.\n\n${DIARY}`, DIARY_EVENTS),
  given(
    "extract",
    `Extract every event with its date.\n\n${times(DIARY, 18, "\n")}`,
    times(DIARY_EVENTS, 18, "\n"),
  ),
  given(
    "extract",
    `Estrai tutti gli eventi con la data:\n\n${times(DIARY, 4, "\n")}`,
    times(DIARY_EVENTS, 4, "\n"),
  ),
  given(
    "extract",
    `Return all dates in the text below as a JSON array.\n\n${times(DIARY, 6, "\n")}`,
    `[${linesOf(['"14 March"', '"17 March"', '"21 March"', '"26 March"', '"2 April"', '"5 April"', '"9 April"'], 42).join(", ")}]`,
  ),
  given("extract", `What is the order number in this mail? ${REPLY} Order 77-1204-B.`, "77-1204-B"),
  // So many rows or entries.
  given(
    "rows",
    "I need 150 lines of CSV sample data with columns date, store, product, quantity, unit_price, total.",
    [
      "date,store,product,quantity,unit_price,total",
      ...linesOf(["2024-02-11,Bristol,Oat biscuits,12,2.40,28.80"], 150),
    ].join("\n"),
  ),
  given(
    "rows",
    "Generate 25 JSON objects with the fields title, author, year and isbn.",
    jsonList(
      '  { "title": "The Salt Road", "author": "Ines Moreira", "year": 1998, "isbn": "978-0-14-312774-1" }',
      25,
    ),
  ),
  given(
    "rows",
    "Please create 500 rows of dummy sensor data: timestamp, temperature, humidity.",
    ["timestamp,temperature,humidity", ...linesOf(["2024-01-01T00:05:00Z,21.4,48.2"], 500)].join("\n"),
  ),
  given(
    "rows",
    "Table with 15 rows comparing tree species: name, height, lifespan, soil.",
    [
      "| Name | Height | Lifespan | Soil |",
      "|---|---|---|---|",
      ...linesOf(["| Silver birch | 15-25 m | 60-90 years | Light, sandy |"], 15),
    ].join("\n"),
  ),
  given(
    "rows",
    "Génère 60 lignes de CSV avec les colonnes nom, ville, date de naissance.",
    ["nom,ville,date_de_naissance", ...linesOf(["Claire Fontaine,Rennes,1986-07-21"], 60)].join("\n"),
  ),
  given(
    "rows",
    "Genera 80 filas de datos de prueba con 5 columnas: id, nombre, correo, ciudad, saldo.",
    [
      "id,nombre,correo,ciudad,saldo",
      ...linesOf(["18,Lucía Prieto,lucia.prieto@ejemplo.es,Zaragoza,1240.55"], 80),
    ].join("\n"),
  ),
  given(
    "rows",
    "生成50行CSV数据，包含姓名、年龄、城市、邮箱。",
    ["姓名,年龄,城市,邮箱", ...linesOf(["王小明,28,成都,xiaoming.wang@example.com"], 50)].join("\n"),
  ),
  given(
    "rows",
    "Write 35 INSERT statements for the table books(id, title, author, price).",
    linesOf(
      ["INSERT INTO books (id, title, author, price) VALUES (12, 'The Salt Road', 'Ines Moreira', 14.90);"],
      35,
    ).join("\n"),
  ),
  // Summaries by the form asked.
  given(
    "summarise",
    `Summarise in two sentences:\n\n${times(T.en, 12)}`,
    "The narrator remembers a grandmother's small harbour shop where fishermen dried their gloves and tea sold better than bread. It is where the narrator learned to count, and the smell of each drawer is still vivid.",
  ),
  given(
    "summarise",
    `One sentence summary please.\n\n${times(T.en, 40)}`,
    "A narrator fondly recalls the grandmother's harbour shop where they learned to count among fishermen, tea and rain.",
  ),
  given(
    "summarise",
    `Give me the five most important points:\n\n${times(DIARY, 10, "\n")}`,
    "- Swallows returned in mid-March, two pairs in the barn\n- Late frost destroyed most of the apricot blossom\n- Peas and beans were sown on 21 March\n- The pump failed and Emil repaired the seal and filter\n- Heavy rain in April flooded the lower field",
  ),
  given(
    "summarise",
    `Fasse in einem Satz zusammen:\n\n${times(T.de, 9)}`,
    "Der Erzähler erinnert sich an den kleinen Hafenladen seiner Großmutter, in dem er mit Knöpfen und Münzen zählen lernte.",
  ),
  given(
    "summarise",
    `Résume ce texte en trois phrases :\n\n${times(T.fr, 14)}`,
    "La grand-mère du narrateur tenait une petite boutique près du port, fréquentée par les pêcheurs en hiver. C'est là qu'il a appris à compter avec des boutons et des pièces. Des années plus tard, il se souvient encore de l'odeur de chaque tiroir.",
  ),
  given(
    "summarise",
    `用一句话概括：\n\n${times(T.zh, 10)}`,
    "作者回忆祖母在港口开的小店，自己在那里用纽扣和硬币学会数数，至今难忘抽屉的味道。",
  ),
  given(
    "summarise",
    `TLDR this:\n\n${times(T.en, 20)}`,
    "Narrator recalls grandma's harbour shop, where they learned to count and still remember every drawer's smell.",
  ),
  // One word is one word.
  given("one word", `Is the author male or female? One word.\n\n${times(T.en, 30)}`, "Unknown"),
  given("one word", `In a single word, what mood does this have?\n\n${times(T.fr, 12)}`, "Nostalgic"),
  given("one word", `${times(DIARY, 30, "\n")}\n\nDoes this mention sheep? Just yes or no.`, "Yes"),
  given(
    "one word",
    `Responde solo con una palabra: ¿de qué estación habla?\n\n${times(T.es, 25)}`,
    "Invierno",
  ),
  given("one word", `只回答是或否：文中提到下雨了吗？\n\n${times(T.zh, 20)}`, "是"),
  given(
    "one word",
    `Réponds par oui ou par non : le texte parle-t-il d'un port ?\n\n${times(T.fr, 6)}`,
    "Oui",
  ),
  given("one word", `Reply only with the category (memoir, news, manual):\n\n${times(T.en, 45)}`, "memoir"),
  // So many words.
  given("so many", "Write a 150-word speech for the opening of a library.", 200),
  given("so many", "Essay on trade winds, 800 words.", 1080),
  given("so many", "Verfasse einen Aufsatz von etwa 400 Wörtern über Bienen.", 650),
  given("so many", "Écris une histoire de 250 mots sur un phare.", 360),
  given("so many", "Scrivi un articolo di 600 parole sul caffè.", 900),
  given("so many", "Schrijf een verhaal van 300 woorden over een verdwaalde hond.", 450),
  given("so many", "Напиши рассказ на 300 слов о старом мосте.", 620),
  given("so many", "朝食の大切さについて400字で書いてください。", 330),
  given("so many", "커피의 역사에 대해 500자로 써 주세요.", 330),
  given("so many", "Bir köy düğünü hakkında 250 kelimelik bir metin yaz.", 500),
  given("so many", "Viết một đoạn văn 200 từ về mùa thu.", 270),
  given("so many", "Andika hadithi ya maneno mia mbili kuhusu simba.", 420),
  given("so many", "اكتب مقالا من 300 كلمة عن النخيل.", 560),
  given("so many", "Skriv en berättelse på 200 ord om ett fyrtorn.", 320),
  given("so many", "Name 40 rivers in Europe.", 170),
  // Cases about the answer of an earlier turn.
  given("turn before", [...mailed, user("And in Spanish?")], REPLY_ES),
  given("turn before", [...mailed, user("Translate this into Spanish.")], REPLY_ES),
  given("turn before", [...mailed, user("make it shorter")], REPLY_SHORT),
  given("turn before", [...mailed, user("more formal please")], 90),
  given(
    "turn before",
    [
      user("Schreib mir eine Queue in Go."),
      assistant(`\`\`\`go\n${GO}\`\`\``),
      user("Jetzt dasselbe in Rust."),
    ],
    RUST,
  ),
  given(
    "turn before",
    [
      user(`Here is our leaflet:\n\n${times(T.en, 6)}`),
      assistant("Thank you, I have read the leaflet. What should I do with it?"),
      user("Translate it to Italian."),
    ],
    times(T.it, 6),
  ),
  // House style is no length.
  given(
    "house style",
    [system(HOUSE), user(`Translate the comments and texts into French:\n\n${times(T.en, 5)}`)],
    times(T.fr, 5),
  ),
  given("house style", [system(HOUSE), user(`Convert this to Rust:\n\n${times(GO, 2)}`)], times(RUST, 2)),
  given(
    "house style",
    [system(HOUSE), user("Generate 100 rows of CSV test data with id, name, email.")],
    ["id,name,email", ...linesOf(["17,Lena Okafor,lena.okafor@example.com"], 100)].join("\n"),
  ),
];
