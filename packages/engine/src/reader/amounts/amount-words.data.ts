// The words that say how long an answer is to be, in lower case. Those of a list are parted by blanks, those of a phrase joined by "_".

/** What a counted thing takes. */
interface Measure {
  /** The lists of each language, each with the tokens of one of them in front. @source o200k on interface texts, rounded */
  readonly words: readonly (readonly [tokens: number, words: string])[];
  /** Few words of one of them are worth taking: "one word" and "one line" are said of parts of an answer too. */
  readonly least: number;
  /** More of them are what is spoken of ("14k lines of code"). */
  readonly most: number;
  /** Things of a list, whose length is a guess. */
  readonly isItem?: true;
  /** Words and signs: large numbers of them are asked for as they are. */
  readonly isSmall?: true;
}

export const MEASURES: readonly Measure[] = [
  {
    words: [
      [1.35, "word words"],
      [1.7, "wort worte worten wörter wörtern"],
      [1.5, "mot mots palavra palavras"],
      [1.4, "palabra palabras"],
      [1.6, "parola parole woord woorden 个词 個詞 个单词 個單詞"],
      [2.3, "słów słowa słowach"],
      [1.9, "слов слова словах 단어"],
      [2.1, "kelime kelimelik kelimede كلمة كلمات"],
      [2, "शब्द शब्दों คำ"],
      [1.3, "từ chữ"],
      [1.5, "単語"],
    ],
    least: 2,
    most: 100_000,
    isSmall: true,
  },
  {
    words: [
      [1, "字 个字 個字 汉字 个汉字"],
      [0.8, "文字 字以内 字以上 字で 字程度 자 글자"],
    ],
    least: 10,
    most: 100_000,
    isSmall: true,
  },
  {
    words: [
      [
        26,
        "sentence sentences satz sätze sätzen phrase phrases frase frases oración oraciones frasi zin zinnen zdanie zdania zdaniu zdaniach zdań предложение предложении предложения предложениях предложений cümle cümleyle cümlede جملة جمل वाक्य वाक्यों 句 句话 句話 个句子 文で 文に つの文 文以内 문장으로 문장_이내 ประโยค câu",
      ],
    ],
    least: 1,
    most: 200,
  },
  {
    words: [
      [
        100,
        "paragraph paragraphs absatz absätze absätzen paragraphe paragraphes párrafo párrafos paragrafo paragrafi parágrafo parágrafos alinea akapit akapity akapitach akapitów абзац абзаце абзаца абзацах абзацев paragraf فقرة فقرات अनुच्छेद 段 段话 个段落 個段落 段落 문단 ย่อหน้า đoạn",
      ],
    ],
    least: 1,
    most: 200,
  },
  {
    words: [
      [
        500,
        "page pages seite seiten página páginas pagina pagine bladzijden strona strony stron stronę страниц страницы страницу sayfa صفحة صفحات पृष्ठ 页 頁 ページ 枚分 페이지 หน้า trang",
      ],
    ],
    least: 1,
    most: 200,
  },
  {
    words: [
      [
        23,
        "lines bullet bullets zeile zeilen stichpunkt stichpunkte stichpunkten stichworte ligne lignes puces línea líneas viñetas righe linha linhas tópicos regel regels linijki строки строках пунктах satır سطر أسطر 行 个要点 個要點 行で 行以内 箇条書き 줄로 줄_이내 줄 บรรทัด dòng",
      ],
    ],
    least: 2,
    most: 200,
  },
  {
    words: [
      [
        5,
        "names titles synonyms slogans headlines keywords hashtags countries cities namen vornamen titel überschriften noms prénoms titres synonymes nombres títulos sinónimos nomi titoli nomes titels imion nazw имён имен названий isim isimi 个名字 個名字 个标题 個標題 個の名前 개의_이름 ชื่อ tên",
      ],
    ],
    least: 10,
    most: 1_000,
    isItem: true,
  },
  {
    words: [
      [
        22,
        "ideas tips questions facts examples reasons quotes jokes prompts exercises suggestions points items ideen tipps fragen fakten beispiele gründe vorschläge idées conseils faits exemples raisons consejos preguntas ejemplos razones idee consigli domande esempi ideias dicas perguntas exemplos ideeën vragen voorbeelden pomysłów porad pytań идей советов вопросов примеров fikir öneri soru 个问题 個問題 个建议 個建議 个例子 条建议 個のアイデア 개의_아이디어 가지_아이디어 ไอเดีย",
      ],
    ],
    least: 10,
    most: 1_000,
    isItem: true,
  },
];

/** Parts of numbers in English, German, French, Spanish, Italian, Portuguese, Russian and Chinese; "and" counts nothing. */
export const NUMBER_WORDS =
  "one:1 single:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 dozen:12 hundred:100 thousand:1000 and:0 " +
  "ein:1 eine:1 einem:1 einen:1 einer:1 zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 fünfzehn:15 zwanzig:20 dreißig:30 vierzig:40 fünfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90 dutzend:12 hundert:100 tausend:1000 und:0 " +
  "un:1 une:1 deux:2 trois:3 quatre:4 cinq:5 sept:7 huit:8 neuf:9 dix:10 douze:12 quinze:15 vingt:20 vingts:20 trente:30 quarante:40 cinquante:50 soixante:60 centaine:100 cent:100 cents:100 mille:1000 et:0 " +
  "una:1 dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 doce:12 quince:15 veinte:20 treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 noventa:90 cien:100 ciento:100 doscientos:200 doscientas:200 trescientos:300 trescientas:300 cuatrocientas:400 quinientos:500 quinientas:500 seiscientas:600 setecientas:700 ochocientas:800 novecientas:900 mil:1000 y:0 " +
  "due:2 tre:3 quattro:4 cinque:5 sei:6 sette:7 otto:8 nove:9 dieci:10 venti:20 trenta:30 quaranta:40 cinquanta:50 cento:100 mila:1000 " +
  "um:1 uma:1 dois:2 duas:2 quatro:4 oito:8 dez:10 vinte:20 trinta:30 duzentas:200 trezentas:300 quinhentas:500 e:0 " +
  "одном:1 одной:1 два:2 две:2 двух:2 три:3 трёх:3 четыре:4 пять:5 пяти:5 шесть:6 семь:7 восемь:8 девять:9 десять:10 двадцать:20 тридцать:30 сорок:40 пятьдесят:50 сто:100 двести:200 триста:300 четыреста:400 пятьсот:500 шестьсот:600 тысяча:1000 тысячи:1000 тысяч:1000 " +
  "一:1 二:2 两:2 兩:2 三:3 四:4 五:5 六:6 七:7 八:8 九:9 十:10 百:100 千:1000 万:10000 萬:10000";

/** What stands around an amount that is asked for. */
export const AMOUNT_MARKS = {
  /** Stands before an amount that is asked for. */
  lead: "in with using within most under than to max maximum exactly about around roughly approximately least me only write draft compose give list generate suggest create produce name provide make mit höchstens maximal mindestens etwa ungefähr rund circa ca genau unter zu bis auf mir uns von knapp schreib schreibe verfasse nenne gib erstelle en plus moins de environ exactement dans avec moi écris écrivez rédige máximo menos más unas unos aproximadamente con hasta escribe redacta massimo meno più entro di mi scrivi em até com escreva escreve maximaal ongeveer binnen van schrijf w do około maksymalnie napisz в до около примерно не на из напиши напишите trong khoảng viết bằng في من حوالي اكتب 用 以 写 寫 超过 最多 大约 约 少于 至少 控制在 总结成 概括成 不超過 大約",
  /** Asks for a list. */
  lists:
    "write draft compose give list generate suggest create produce brainstorm name provide make schreib schreibe nenne nenn liste gib erstelle sammle écris liste listez donne donnez propose cite escribe dame da lista enumera genera elenca dammi scrivi liste enumere sugira geef noem maak podaj wymień составь придумай перечисли дай приведи назови öner listele 列出 列举 给出 给我 生成 提供 写 寫",
  each: "each per apiece je jeweils jeder jedes pro chacun chacune chaque cada ciascuno ciascuna ogni elk każdy каждый каждая каждое 每 各 ずつ それぞれ 각",
} as const;

/** What is demanded instead of an amount. The English wordings have rules; these are their cues. */
export const DEMAND_ROLES = {
  only: "only just single alone",
  bare: "letter word b yes true boolean",
  unit: "option choice digit label character",
  number: "number integer digits value",
  whole: "sentence sentences",
  line: "line liner command regex regexp formula url path",
  closed: "else format",
  noun: "answer result name value title date year place person city country solution price total output",
  /** "only", before what it limits, in other languages. */
  foreignOnly:
    "nur lediglich ausschließlich uniquement seulement juste que_par simplement solo únicamente solamente soltanto unicamente apenas somente alleen slechts enkel uitsluitend tylko wyłącznie jedynie только лишь 只 仅",
  choice:
    "buchstabe buchstaben ziffer wort lettre chiffre mot option opción letra palabra lettera parola opzione palavra letter woord litera literę literą słowo słowem буква букву буквой слово словом вариант 字母 选项 選項 一个词 单词",
  figure: "zahl nummer nombre número numero getal liczba liczbę число числом цифру цифрой 数字 數字",
  answer:
    "antwort ergebnis lösung namen réponse résultat nom respuesta resultado risposta risultato nome resposta antwoord uitkomst odpowiedź wynik ответ результат имя название 答案 结果 結果",
  /** Whole phrases that demand a choice. */
  chosen:
    "in_einem_wort mit_einem_wort in_einem_einzigen_wort mit_einem_einzigen_wort ja_oder_nein en_un_mot en_un_seul_mot oui_ou_non par_oui_ou_par_non vrai_ou_faux en_una_palabra en_una_sola_palabra con_una_palabra con_una_sola_palabra sí_o_no verdadero_o_falso in_una_parola in_una_sola_parola con_una_parola con_una_sola_parola vero_o_falso em_uma_palavra com_uma_palavra numa_palavra sim_ou_não verdadeiro_ou_falso in_één_woord met_één_woord ja_of_nee jednym_słowem tak_lub_nie tak_czy_nie одним_словом да_или_нет 用一个词 用一個詞 一个词回答 是或否 对或错 一言で ひとことで 一語で はいかいいえ 記号だけ 記号のみ 単語だけ 한_단어로 예_또는_아니요 기호만 글자만 단어만",
  unworded:
    "keinen_satz keinen_ganzen_satz keinen_vollständigen_satz ohne_ganze_sätze sans_phrase_complète sans_phrases_complètes sin_frases_completas sin_una_frase_completa senza_frasi_complete sem_frases_completas zonder_volledige_zinnen bez_pełnych_zdań без_полных_предложений 不要完整的句子",
  /** The answer will be long whatever its last line is. */
  reasoning:
    "schritt_für_schritt étape_par_étape pas_à_pas paso_a_paso passo_per_passo passo_dopo_passo passo_a_passo stap_voor_stap krok_po_kroku шаг_за_шагом пошагово 逐步 一步一步 段階的 順を追って 단계별",
  explaining:
    "erkläre erklär begründe ausführlich beweise explique expliquez justifie explica explícame justifica spiega spiegami justifique leg_uit wyjaśnij uzasadnij объясни объясните обоснуй 详细 解释 詳しく 説明し 설명해",
} as const;
