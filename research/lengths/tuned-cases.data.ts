// Requests on which rules and ratios may be tuned; see docs/research/bill.md.
import { assistant, lengthCase as given, linesOf, system, times, user } from "./measure-lengths.ts";
import type { LengthCase } from "./measure-lengths.ts";
import {
  METERS,
  PYTHON,
  REVIEWS,
  SPELLING,
  STOCK_CSV,
  STOCK_JSON,
  STOCK_XML,
  STOCK_YAML,
  TALK,
  TALK_ITEMS,
  TYPESCRIPT,
} from "./tuned-texts.data.ts";

const TOAST =
  "Dear Nina, dear Paul, thirty years ago you promised each other to share everything, and apart from the last piece of cake you have kept that promise. Thank you for all the evenings at your table. To love, to patience, and to the next thirty years!";
const TOAST_FR =
  "Chère Nina, cher Paul, il y a trente ans, vous vous êtes promis de tout partager et, à part la dernière part de gâteau, vous avez tenu cette promesse. Merci pour toutes les soirées passées à votre table. À l'amour, à la patience et aux trente prochaines années !";
const AGENT_HOUSE =
  "You are an interactive CLI tool that helps with software engineering tasks. Be concise, direct and to the point. You MUST answer with fewer than 4 lines of text unless the user asks for detail. Do not add preamble or postamble.";

const labelled = (labels: readonly string[], count: number): string => linesOf(labels, count).join("\n");
const numbered = (lines: readonly string[]): string =>
  lines.map((line, at) => `${at + 1}. ${line}`).join("\n");

export const TUNED_CASES: readonly LengthCase[] = [
  given("translate", `Translate into German:\n\n${METERS.en}`, METERS.de),
  given("translate", `Translate into German:\n\n${times(METERS.en, 4)}`, times(METERS.de, 4)),
  given("translate", `Translate into German:\n\n${times(METERS.en, 15)}`, times(METERS.de, 15)),
  given("translate", `Translate into German:\n\n${times(METERS.en, 60)}`, times(METERS.de, 60)),
  given("translate", `Please translate this into French: ${METERS.en}`, METERS.fr),
  given("translate", `${times(METERS.es, 5)}\n\nTranslate the text above to English.`, times(METERS.en, 5)),
  given(
    "translate",
    `Übersetze den folgenden Text ins Englische:\n\n${times(METERS.de, 3)}`,
    times(METERS.en, 3),
  ),
  given("translate", `Traduce al inglés el siguiente texto:\n${METERS.es}`, METERS.en),
  given("translate", `Traduis en allemand :\n\n${times(METERS.fr, 8)}`, times(METERS.de, 8)),
  given("translate", `请把下面的文字翻译成英文：\n\n${times(METERS.zh, 6)}`, times(METERS.en, 6)),
  given("translate", `次の文章を英語に翻訳してください。\n\n${times(METERS.ja, 2)}`, times(METERS.en, 2)),
  given("translate", `Translate to Amharic:\n\n${METERS.en}`, METERS.am),
  given(
    "translate",
    `Translate the passage below into Japanese, keep the paragraphs.\n\n${times(METERS.en, 10)}`,
    times(METERS.ja, 10),
  ),
  given("translate", `Переведи на английский:\n${times(METERS.ru, 7)}`, times(METERS.en, 7)),
  given("translate", `ترجم إلى الإنجليزية:\n\n${times(METERS.ar, 3)}`, times(METERS.en, 3)),
  given(
    "translate",
    [
      system(
        "You are a translator. Translate everything the user sends into Polish. Reply with the translation only.",
      ),
      user(times(METERS.en, 5)),
    ],
    times(METERS.pl, 5),
  ),
  given(
    "translate",
    `How do you say "Where is the nearest pharmacy?" in Italian?`,
    "Dov'è la farmacia più vicina?",
  ),
  given(
    "translate",
    `Translate "I am allergic to peanuts" into Thai, Vietnamese and Korean.`,
    "Thai: ฉันแพ้ถั่วลิสง\nVietnamese: Tôi bị dị ứng với đậu phộng\nKorean: 저는 땅콩 알레르기가 있어요",
  ),
  given("correct", `Correct the spelling:\n\n${SPELLING.wrong}`, SPELLING.right),
  given(
    "correct",
    `Please fix all spelling and grammar mistakes and return the whole text.\n\n${times(SPELLING.wrong, 12)}`,
    times(SPELLING.right, 12),
  ),
  given(
    "correct",
    `${times(SPELLING.wrong, 45)}\n\nProofread this and give me back the corrected text.`,
    times(SPELLING.right, 45),
  ),
  given(
    "correct",
    `Korrigiere Rechtschreibung und Zeichensetzung:\n\n${times(METERS.de, 6)}`,
    times(METERS.de, 6),
  ),
  given("correct", `Corrige les fautes de ce texte :\n\n${times(METERS.fr, 3)}`, times(METERS.fr, 3)),
  given(
    "rewrite",
    `Rewrite this in a friendlier tone:\n\n${SPELLING.right}`,
    "Hi there! Great news: your order reached us on Monday and will be on its way tomorrow. Sadly, the blue lamp is sold out until next week, but your other two items are already packed and ready to go. Just let us know whether you would like us to wait for the lamp or refund the difference, whichever suits you best!",
  ),
  given(
    "rewrite",
    `Paraphrase the following report paragraph by paragraph.\n\n${times(METERS.en, 20)}`,
    times(
      "On Tuesday evening the committee gathered to talk about the new water meters. The majority considered the price reasonable, although two members wanted to see a second quote before voting. According to the caretaker, the old cellar meters have been dripping since spring. The committee is expected to decide by the end of the month.",
      20,
    ),
  ),
  given(
    "rewrite",
    `Formuliere das höflicher um: Schickt mir endlich die Unterlagen, ich warte seit zwei Wochen und habe keine Lust mehr.`,
    "Könnten Sie mir bitte die Unterlagen zukommen lassen? Ich warte bereits seit zwei Wochen darauf und würde mich über eine baldige Zusendung sehr freuen.",
  ),
  given(
    "rewrite",
    `Shorten this to about half its length:\n\n${times(METERS.en, 4)}`,
    times(
      "The committee discussed the new water meters on Tuesday. Most found the price fair; two wanted another offer. A decision comes at month's end.",
      4,
    ),
  ),
  given(
    "rewrite",
    `Reescribe este texto en un tono más formal:\n\n${times(METERS.es, 2)}`,
    times(METERS.es, 2),
  ),
  given("convert", `Convert this CSV to JSON:\n\n${STOCK_CSV}`, STOCK_JSON),
  given(
    "convert",
    `Convert this CSV to JSON:\n\n${[STOCK_CSV, ...linesOf(STOCK_CSV.split("\n").slice(1), 60)].join("\n")}`,
    times(STOCK_JSON, 13, "\n"),
  ),
  given("convert", `Turn this JSON into CSV with a header line.\n\n${STOCK_JSON}`, STOCK_CSV),
  given(
    "convert",
    `Make a Markdown table of this:\n${STOCK_CSV}`,
    STOCK_CSV.split("\n")
      .map((line) => `| ${line.replaceAll(",", " | ")} |`)
      .join("\n"),
  ),
  given("convert", `Give me this as YAML:\n\n${STOCK_JSON}`, STOCK_YAML),
  given("convert", `Convert to XML.\n\n${STOCK_CSV}`, STOCK_XML),
  given("convert", `JSON bitte:\n\n${STOCK_YAML}`, STOCK_JSON),
  given(
    "convert",
    `Turn these lines into a numbered Markdown list:\n\n${linesOf(REVIEWS, 20).join("\n")}`,
    numbered(linesOf(REVIEWS, 20)),
  ),
  given(
    "convert",
    `Convert these reviews to a CSV file with number and text:\n\n${linesOf(REVIEWS, 40).join("\n")}`,
    linesOf(REVIEWS, 40)
      .map((line, at) => `${at + 1},"${line}"`)
      .join("\n"),
  ),
  given(
    "convert",
    `Transforme cette liste en JSON :\n\n${times(STOCK_CSV, 6, "\n")}`,
    times(STOCK_JSON, 6, "\n"),
  ),
  given("port", `Port this to TypeScript:\n\n\`\`\`python\n${PYTHON}\`\`\``, TYPESCRIPT),
  given(
    "port",
    `Port this module to TypeScript. Return the whole file.\n\n${times(PYTHON, 8)}`,
    times(TYPESCRIPT, 8),
  ),
  given("port", `Rewrite the following class in Python:\n\n${TYPESCRIPT}`, PYTHON),
  given(
    "annotate",
    `Add type hints to all functions and return the complete file:\n\n\`\`\`python\n${times(PYTHON, 4)}\`\`\``,
    times(PYTHON, 4).replaceAll("self):", "self) -> None:"),
  ),
  given(
    "annotate",
    `Rename the method by_month to per_month everywhere:\n\n\`\`\`python\n${PYTHON}\`\`\``,
    PYTHON,
  ),
  given(
    "annotate",
    `Kommentiere diesen Code Zeile für Zeile:\n\n${PYTHON}`,
    PYTHON.split("\n")
      .map((line) => (line.trim() === "" ? line : `${line}  # kurz gesagt, was hier geschieht`))
      .join("\n"),
  ),
  given(
    "label",
    `Label each line as positive, negative or neutral:\n\n${linesOf(REVIEWS, 40).join("\n")}`,
    labelled(["negative", "positive", "neutral"], 40),
  ),
  given(
    "label",
    `For every review below, say whether it is positive, negative or neutral. Number your answers.\n\n${numbered(linesOf(REVIEWS, 15))}`,
    numbered(linesOf(["negative", "positive", "neutral"], 15)),
  ),
  given(
    "label",
    `Classify each of these messages as praise, complaint or question, one label per line.\n${linesOf(REVIEWS, 120).join("\n")}`,
    labelled(["complaint", "praise", "praise"], 120),
  ),
  given(
    "label",
    `Ordne jede Zeile einer Kategorie zu (Lob, Kritik, Sonstiges):\n\n${linesOf(REVIEWS, 25).join("\n")}`,
    labelled(["Kritik", "Lob", "Sonstiges"], 25),
  ),
  given(
    "label",
    `Is each sentence a complaint? Answer yes or no per line.\n\n${linesOf(REVIEWS, 30).join("\n")}`,
    labelled(["yes", "no"], 30),
  ),
  given(
    "label",
    `Rate every comment from 1 (bad) to 5 (good), just the numbers, one per line:\n${linesOf(REVIEWS, 50).join("\n")}`,
    labelled(["1", "5", "3"], 50),
  ),
  given(
    "label",
    `Sort these comments into praise, complaint, other. Give the comment and its class.\n\n${linesOf(REVIEWS, 12).join("\n")}`,
    linesOf(REVIEWS, 12)
      .map((line) => `${line} - complaint`)
      .join("\n"),
  ),
  given(
    "label",
    `Classe chaque avis : positif, négatif ou neutre.\n\n${linesOf(REVIEWS, 22).join("\n")}`,
    labelled(["négatif", "positif", "neutre"], 22),
  ),
  given(
    "label",
    [
      system("Classify each line of the user's message as praise or complaint. Output one label per line."),
      user(linesOf(REVIEWS, 28).join("\n")),
    ],
    labelled(["complaint", "praise"], 28),
  ),
  given(
    "extract",
    `Give me all prices in this list as a JSON array:\n\n${times(STOCK_CSV, 8, "\n")}`,
    `[${linesOf(["24.90", "79.00", "54.50", "129.00", "39.95"], 40).join(", ")}]`,
  ),
  given(
    "extract",
    `Who speaks in this transcript? List the names.\n\n${times(TALK, 5, "\n")}`,
    "- Mara\n- Jon\n- Priya",
  ),
  given(
    "extract",
    `Pull out every task as "owner: task".\n\n${times(TALK, 6, "\n")}`,
    times(TALK_ITEMS, 6, "\n"),
  ),
  given(
    "extract",
    `Erstelle eine Liste aller Aufgaben mit Namen und Termin.\n\n${times(TALK, 3, "\n")}`,
    times(TALK_ITEMS, 3, "\n"),
  ),
  given("extract", `What is the SKU of the bookshelf?\n\n${times(STOCK_CSV, 10, "\n")}`, "B-221"),
  given("extract", `List all action items with owner and due date.\n\n${TALK}`, TALK_ITEMS),
  given(
    "extract",
    `Extract every action item from this transcript as bullet points with the owner.\n\n${times(TALK, 14, "\n")}`,
    times(TALK_ITEMS, 14, "\n"),
  ),
  given(
    "extract",
    `Which email address is in this text? ${times(METERS.en, 3)} Write to office@waterboard.example for details.`,
    "office@waterboard.example",
  ),
  given(
    "extract",
    `Extract all decisions, reports and expectations, one bullet each:\n\n${times(METERS.en, 12)}`,
    times(
      "- Most members found the price fair\n- Two members asked for a second offer before the vote\n- Old meters in the cellar have been leaking since spring\n- Decision expected at the end of the month",
      12,
      "\n",
    ),
  ),
  given(
    "rows",
    "Generate 200 CSV rows with 8 columns: id, name, email, city, country, phone, signup_date, plan.",
    [
      "id,name,email,city,country,phone,signup_date,plan",
      ...linesOf(
        ["17,Lena Okafor,lena.okafor@example.com,Leeds,United Kingdom,+44 113 496 0142,2024-03-18,pro"],
        200,
      ),
    ].join("\n"),
  ),
  given(
    "rows",
    "Give me 30 rows of test data as CSV: first name, last name, age.",
    ["first_name,last_name,age", ...linesOf(["Maria,Jensen,34"], 30)].join("\n"),
  ),
  given(
    "rows",
    "Create a JSON array of 50 fake users with id, name, email and age.",
    `[\n${linesOf(['  { "id": 12, "name": "Maria Jensen", "email": "maria.jensen@example.com", "age": 34 }'], 50).join(",\n")}\n]`,
  ),
  given(
    "rows",
    "Write SQL INSERT statements for 40 sample orders (id, customer_id, total, created_at).",
    linesOf(
      [
        "INSERT INTO orders (id, customer_id, total, created_at) VALUES (7, 112, 48.90, '2024-05-12 09:30:00');",
      ],
      40,
    ).join("\n"),
  ),
  given(
    "rows",
    "Erzeuge 100 Zeilen CSV mit den Spalten Artikelnummer, Name, Preis.",
    ["Artikelnummer,Name,Preis", ...linesOf(["A-1042,Tischlampe Eiche,24.90"], 100)].join("\n"),
  ),
  given(
    "rows",
    "Make a table of 20 European countries with capital, population and currency.",
    [
      "| Country | Capital | Population | Currency |",
      "|---|---|---|---|",
      ...linesOf(["| Portugal | Lisbon | 10.3 million | Euro |"], 20),
    ].join("\n"),
  ),
  given(
    "summarise",
    `Summarise in one sentence:\n\n${times(METERS.en, 6)}`,
    "The committee discussed new water meters, found the price mostly fair despite two requests for a second offer, and expects to decide by the end of the month.",
  ),
  given(
    "summarise",
    `Summarize the following minutes in three bullet points.\n\n${times(METERS.en, 25)}`,
    "- The committee discussed replacing the water meters; most members consider the price fair.\n- Two members want a second offer before the vote, and the old cellar meters have leaked since spring.\n- A decision is expected at the end of the month.",
  ),
  given(
    "summarise",
    `TL;DR?\n\n${times(METERS.en, 8)}`,
    "Committee discussed new water meters; price mostly seen as fair, second offer requested, decision due at month's end.",
  ),
  given(
    "summarise",
    `Fasse den Text in zwei Sätzen zusammen:\n\n${times(METERS.de, 10)}`,
    "Der Ausschuss beriet über neue Wasserzähler, deren Preis die meisten für angemessen halten, obwohl zwei Mitglieder ein zweites Angebot wünschen. Die Entscheidung fällt Ende des Monats.",
  ),
  given("one word", `One word, positive or negative?\n\n${times(METERS.en, 40)}`, "Neutral"),
  given(
    "one word",
    `Reply with one word only: which language is this?\n\n${times(METERS.fi, 20)}`,
    "Finnish",
  ),
  given(
    "one word",
    `Ist dieser Text Spam? Antworte nur mit ja oder nein.\n\n${times(METERS.de, 15)}`,
    "Nein",
  ),
  given("one word", `Answer yes or no: does the report mention a leak?\n\n${times(METERS.en, 10)}`, "Yes"),
  given("so many", "Write a 300-word product story about a folding bicycle.", 400),
  given("so many", "Schreibe einen Text von 200 Wörtern über den Herbst.", 330),
  given("so many", "Escribe un ensayo de 500 palabras sobre la amistad.", 720),
  given("so many", "List 50 names for a bakery.", 280),
  given("so many", "写一篇800字的文章，谈谈读书的好处。", 650),
  given("so many", "Napisz opis firmy na 150 słów.", 330),
  given("so many", "Kirjoita 200 sanan kertomus kadonneesta avaimesta.", 560),
  given(
    "turn before",
    [
      user("Write a toast for the 30th wedding anniversary of Nina and Paul."),
      assistant(TOAST),
      user("now in French"),
    ],
    TOAST_FR,
  ),
  given(
    "turn before",
    [
      user("Write a toast for the 30th wedding anniversary of Nina and Paul."),
      assistant(TOAST),
      user("Translate it to French please"),
    ],
    TOAST_FR,
  ),
  given(
    "turn before",
    [
      user("Write a class that reads a ledger from CSV."),
      assistant(`Here it is:\n\n\`\`\`python\n${PYTHON}\`\`\``),
      user("Can you port that to TypeScript?"),
    ],
    TYPESCRIPT,
  ),
  given(
    "house style",
    [
      system(AGENT_HOUSE),
      user(
        "Your task is to create a detailed summary of the conversation so far, with all technical details, file names, code patterns, errors and pending tasks, so that work can go on without the earlier messages.",
      ),
    ],
    900,
  ),
  given(
    "house style",
    [
      system(AGENT_HOUSE),
      user("Write a plan for splitting the user table into accounts and profiles without downtime."),
    ],
    600,
  ),
  given(
    "house style",
    [system(AGENT_HOUSE), user(`Port this to TypeScript:\n\n${times(PYTHON, 3)}`)],
    times(TYPESCRIPT, 3),
  ),
];
