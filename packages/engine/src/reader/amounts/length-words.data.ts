// The words that say how long an answer is to be, by language, in lower case. Words of a list are parted by blanks.

export interface LengthWords {
  /** False where words are not parted by blanks: then a word is found anywhere. */
  readonly isSpaced: boolean;
  /** True where a number stands behind its noun, and a multiple behind its scale. */
  readonly isNumberBehind: boolean;
  /** True where the verb stands behind what it asks for. */
  readonly isVerbLast: boolean;
  /** Words and parts of words that make a number; "and" counts nothing. */
  readonly numbers: string;
  readonly words: string;
  /** Words for characters; empty where a language counts none. */
  readonly characters: string;
  readonly sentences: string;
  readonly paragraphs: string;
  readonly pages: string;
  readonly lines: string;
  /** Things of a list that take a few words each: names. */
  readonly shortItems: string;
  /** Things of a list that take a sentence or so: ideas. */
  readonly longItems: string;
  /** Verbs that ask for a text, and verbs that ask for a list. */
  readonly writing: string;
  readonly listing: string;
  /** Other words that stand before an amount that is asked for, by its last word; empty where nothing needs to. */
  readonly leads: string;
  /** "each", "per" */
  readonly each: string;
  /** Works of some thousand words by nature: a chapter. */
  readonly chapters: string;
  /** Works that fill a book. */
  readonly books: string;
  /** Words that may stand between the verb and the work: articles, "me", "whole". */
  readonly fillers: string;
  /** o200k on interface texts, rounded. @unit tokens */
  readonly tokensPerWord: number;
  readonly tokensPerCharacter: number;
}

const SPACED = {
  isSpaced: true,
  isNumberBehind: false,
  isVerbLast: false,
  characters: "",
  tokensPerCharacter: 0,
} as const;
const UNSPACED = { isSpaced: false, isNumberBehind: false, isVerbLast: false } as const;

const ENGLISH: LengthWords = {
  ...SPACED,
  numbers:
    "one:1 single:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 dozen:12 hundred:100 thousand:1000 and:0",
  words: "word words",
  sentences: "sentence sentences",
  paragraphs: "paragraph paragraphs",
  pages: "page pages",
  lines: "lines bullet bullets",
  shortItems: "names titles synonyms slogans headlines keywords hashtags countries cities",
  longItems:
    "ideas tips questions facts examples reasons quotes jokes prompts exercises suggestions points items",
  writing: "write draft compose",
  listing: "give list generate suggest create produce brainstorm name provide make",
  leads:
    "in with using within most under than to max maximum exactly about around roughly approximately least me only",
  each: "each per apiece",
  chapters: "chapter",
  books: "novel novella book dissertation thesis memoir",
  fillers:
    "me us a an the my our your whole entire full complete long short new first second third next last one crime fantasy romance thriller historical children's phd master's doctoral",
  tokensPerWord: 1.35,
};

const GERMAN: LengthWords = {
  ...SPACED,
  numbers:
    "ein:1 eine:1 einem:1 einen:1 einer:1 eins:1 zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 dreizehn:13 vierzehn:14 fünfzehn:15 sechzehn:16 siebzehn:17 achtzehn:18 neunzehn:19 zwanzig:20 dreißig:30 vierzig:40 fünfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90 dutzend:12 hundert:100 tausend:1000 tsd:1000 und:0",
  words: "wort worte worten wörter wörtern",
  sentences: "satz sätze sätzen",
  paragraphs: "absatz absätze absätzen",
  pages: "seite seiten",
  lines: "zeile zeilen stichpunkt stichpunkte stichpunkten stichworte stichworten aufzählungspunkte",
  shortItems: "namen vornamen titel synonyme schlagworte überschriften städte länder",
  longItems: "ideen tipps fragen fakten beispiele gründe zitate witze vorschläge punkte",
  writing: "schreib schreibe verfasse",
  listing: "nenne nenn liste gib erstelle erzeuge sammle mach mache",
  leads:
    "in mit höchstens maximal max mindestens etwa ungefähr rund circa ca genau unter zu bis auf mir uns von knapp",
  each: "je jeweils jeder jedes pro",
  chapters: "kapitel",
  books: "roman buch dissertation doktorarbeit masterarbeit",
  fillers:
    "mir uns einen ein eine das den die mein ganzen ganzes ganze vollständigen vollständiges vollständige kompletten komplettes langen kurzen neues neuen erstes erste",
  tokensPerWord: 1.7,
};

const FRENCH: LengthWords = {
  ...SPACED,
  numbers:
    "un:1 une:1 seule:0 seul:0 deux:2 trois:3 quatre:4 cinq:5 six:6 sept:7 huit:8 neuf:9 dix:10 onze:11 douze:12 treize:13 quatorze:14 quinze:15 seize:16 vingt:20 vingts:20 trente:30 quarante:40 cinquante:50 soixante:60 centaine:100 cent:100 cents:100 mille:1000 et:0",
  words: "mot mots",
  sentences: "phrase phrases",
  paragraphs: "paragraphe paragraphes",
  pages: "page pages",
  lines: "ligne lignes points puces",
  shortItems: "noms prénoms titres synonymes slogans villes pays",
  longItems: "idées conseils questions faits exemples raisons citations blagues propositions",
  writing: "écris écrivez écrire écris-moi rédige rédigez",
  listing: "liste listez donne donnez propose cite génère crée énumère",
  leads: "en maximum max plus moins de environ exactement dans avec à jusqu'à moi",
  each: "chacun chacune chaque",
  chapters: "chapitre",
  books: "roman livre thèse mémoire",
  fillers: "moi nous un une le la les mon ma complet complète entier entière long nouveau premier court",
  tokensPerWord: 1.5,
};

const SPANISH: LengthWords = {
  ...SPACED,
  numbers:
    "un:1 una:1 uno:1 sola:0 solo:0 dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 once:11 doce:12 trece:13 catorce:14 quince:15 dieciséis:16 veinte:20 veinticinco:25 treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 noventa:90 cien:100 ciento:100 doscientos:200 doscientas:200 trescientos:300 trescientas:300 cuatrocientos:400 cuatrocientas:400 quinientos:500 quinientas:500 seiscientos:600 seiscientas:600 setecientos:700 setecientas:700 ochocientos:800 ochocientas:800 novecientos:900 novecientas:900 mil:1000 y:0",
  words: "palabra palabras",
  sentences: "frase frases oración oraciones",
  paragraphs: "párrafo párrafos",
  pages: "página páginas",
  lines: "línea líneas puntos viñetas",
  shortItems: "nombres títulos sinónimos eslóganes ciudades países",
  longItems: "ideas consejos preguntas datos ejemplos razones citas chistes propuestas sugerencias",
  writing: "escribe escríbeme escriba redacta",
  listing: "dame da lista enumera genera sugiere crea propón",
  leads: "en máximo max de menos más unas unos aproximadamente con hasta me alrededor",
  each: "cada",
  chapters: "capítulo",
  books: "novela libro tesis",
  fillers: "me un una el la mi completa completo entera entero larga largo nueva nuevo primer corta",
  tokensPerWord: 1.4,
};

const ITALIAN: LengthWords = {
  ...SPACED,
  numbers:
    "un:1 una:1 uno:1 sola:0 solo:0 due:2 tre:3 quattro:4 cinque:5 sei:6 sette:7 otto:8 nove:9 dieci:10 undici:11 dodici:12 quindici:15 venti:20 venticinque:25 trenta:30 quaranta:40 cinquanta:50 sessanta:60 settanta:70 ottanta:80 novanta:90 cento:100 mille:1000 mila:1000",
  words: "parola parole",
  sentences: "frase frasi",
  paragraphs: "paragrafo paragrafi",
  pages: "pagina pagine",
  lines: "righe",
  shortItems: "nomi titoli sinonimi slogan città paesi",
  longItems: "idee consigli domande fatti esempi motivi citazioni barzellette proposte suggerimenti",
  writing: "scrivi scrivimi scriva redigi",
  listing: "elenca dammi dai genera suggerisci crea proponi",
  leads: "in massimo max meno più circa con entro di mi",
  each: "ciascuno ciascuna ognuno ognuna ogni",
  chapters: "capitolo",
  books: "romanzo libro tesi",
  fillers: "mi un una il la mio mia completo completa intero intera lungo nuovo primo breve",
  tokensPerWord: 1.6,
};

const PORTUGUESE: LengthWords = {
  ...SPACED,
  numbers:
    "um:1 uma:1 só:0 dois:2 duas:2 três:3 quatro:4 cinco:5 seis:6 sete:7 oito:8 nove:9 dez:10 onze:11 doze:12 quinze:15 vinte:20 trinta:30 quarenta:40 cinquenta:50 sessenta:60 setenta:70 oitenta:80 noventa:90 cem:100 cento:100 duzentos:200 duzentas:200 trezentos:300 trezentas:300 quatrocentos:400 quatrocentas:400 quinhentos:500 quinhentas:500 seiscentos:600 seiscentas:600 setecentos:700 setecentas:700 oitocentos:800 oitocentas:800 novecentos:900 novecentas:900 mil:1000 e:0",
  words: "palavra palavras",
  sentences: "frase frases",
  paragraphs: "parágrafo parágrafos",
  pages: "página páginas",
  lines: "linha linhas tópicos",
  shortItems: "nomes títulos sinônimos sinónimos slogans cidades países",
  longItems: "ideias dicas perguntas fatos exemplos razões citações piadas propostas sugestões",
  writing: "escreva escreve redija",
  listing: "liste dê dá enumere gere sugira crie cria",
  leads: "em máximo max até de menos mais com aproximadamente me cerca",
  each: "cada",
  chapters: "capítulo",
  books: "romance livro tese",
  fillers: "me um uma o a meu minha completo completa inteiro inteira longo novo primeiro curto",
  tokensPerWord: 1.5,
};

const DUTCH: LengthWords = {
  ...SPACED,
  numbers:
    "een:1 één:1 twee:2 drie:3 vier:4 vijf:5 zes:6 zeven:7 acht:8 negen:9 tien:10 elf:11 twaalf:12 dertien:13 veertien:14 vijftien:15 zestien:16 zeventien:17 achttien:18 negentien:19 twintig:20 dertig:30 veertig:40 vijftig:50 zestig:60 zeventig:70 tachtig:80 negentig:90 dozijn:12 honderd:100 duizend:1000 en:0 ën:0",
  words: "woord woorden",
  sentences: "zin zinnen",
  paragraphs: "alinea alinea's paragrafen",
  pages: "pagina pagina's bladzijden",
  lines: "regel regels punten bulletpoints",
  shortItems: "namen titels synoniemen slogans steden landen",
  longItems: "ideeën tips vragen feiten voorbeelden redenen citaten moppen voorstellen",
  writing: "schrijf",
  listing: "geef noem maak bedenk genereer stel",
  leads: "in met maximaal hoogstens minstens ongeveer binnen dan van circa max me mij op",
  each: "elk per ieder",
  chapters: "hoofdstuk",
  books: "roman boek proefschrift scriptie",
  fillers: "me mij een de het mijn hele volledige volledig compleet complete lange nieuw eerste korte",
  tokensPerWord: 1.6,
};

const POLISH: LengthWords = {
  ...SPACED,
  numbers:
    "jednym:1 jedno:1 jednej:1 jedną:1 jeden:1 dwa:2 dwie:2 dwóch:2 dwoma:2 trzy:3 trzech:3 cztery:4 czterech:4 pięć:5 pięciu:5 sześć:6 sześciu:6 siedem:7 siedmiu:7 osiem:8 ośmiu:8 dziewięć:9 dziesięć:10 dziesięciu:10 dwanaście:12 piętnaście:15 dwadzieścia:20 dwudziestu:20 trzydzieści:30 czterdzieści:40 pięćdziesiąt:50 pięćdziesięciu:50 sześćdziesiąt:60 siedemdziesiąt:70 osiemdziesiąt:80 dziewięćdziesiąt:90 sto:100 stu:100 dwieście:200 dwustu:200 trzysta:300 trzystu:300 czterysta:400 czterystu:400 pięćset:500 pięciuset:500 sześćset:600 siedemset:700 osiemset:800 ośmiuset:800 dziewięćset:900 tysiąc:1000 tysiąca:1000 tysiące:1000 tysięcy:1000 tys:1000",
  words: "słów słowa słowach",
  sentences: "zdanie zdania zdaniu zdaniach zdań",
  paragraphs: "akapit akapity akapitach akapitów",
  pages: "strona strony stron stronę",
  lines: "linijki linijkach wiersze punktach punktów",
  shortItems: "imion nazw tytułów synonimów haseł miast krajów",
  longItems: "pomysłów porad pytań faktów przykładów powodów cytatów żartów propozycji",
  writing: "napisz",
  listing: "podaj wymień wypisz wygeneruj zaproponuj stwórz daj",
  leads: "w do około ok maksymalnie najwyżej na niż mi po",
  each: "każdy każda każde",
  chapters: "rozdział",
  books: "powieść książkę rozprawę dysertację",
  fillers: "mi nam całą cały całe pełną długą nową pierwszy krótką moją doktorską",
  tokensPerWord: 2.3,
};

const RUSSIAN: LengthWords = {
  ...SPACED,
  numbers:
    "один:1 одно:1 одном:1 одним:1 одной:1 два:2 две:2 двух:2 три:3 трёх:3 трех:3 четыре:4 четырёх:4 четырех:4 пять:5 пяти:5 шесть:6 шести:6 семь:7 семи:7 восемь:8 восьми:8 девять:9 девяти:9 десять:10 десяти:10 двенадцать:12 пятнадцать:15 двадцать:20 двадцати:20 тридцать:30 сорок:40 пятьдесят:50 пятидесяти:50 шестьдесят:60 семьдесят:70 восемьдесят:80 девяносто:90 сто:100 ста:100 сотню:100 двести:200 двухсот:200 триста:300 трёхсот:300 трехсот:300 четыреста:400 четырёхсот:400 четырехсот:400 пятьсот:500 пятисот:500 шестьсот:600 шестисот:600 семьсот:700 семисот:700 восемьсот:800 восьмисот:800 девятьсот:900 девятисот:900 тысяча:1000 тысячу:1000 тысячи:1000 тысяч:1000 тыс:1000",
  words: "слов слова словах",
  sentences: "предложение предложении предложения предложениях предложений",
  paragraphs: "абзац абзаце абзаца абзацах абзацев",
  pages: "страниц страницы страницу",
  lines: "строки строках строк пунктах пунктов",
  shortItems: "имён имен названий заголовков синонимов слоганов городов стран",
  longItems: "идей советов вопросов фактов примеров причин цитат анекдотов предложений",
  writing: "напиши напишите",
  listing: "составь придумай перечисли дай приведи назови сгенерируй предложи",
  leads: "в до около примерно более больше менее максимум на мне из",
  each: "каждый каждая каждое каждого каждом",
  chapters: "главу",
  books: "роман книгу повесть диссертацию",
  fillers: "мне нам целый целую полный полную весь всю большой новую новый первую короткий докторскую",
  tokensPerWord: 1.9,
};

const TURKISH: LengthWords = {
  ...SPACED,
  isVerbLast: true,
  numbers:
    "bir:1 tek:0 iki:2 üç:3 dört:4 beş:5 altı:6 yedi:7 sekiz:8 dokuz:9 on:10 yirmi:20 otuz:30 kırk:40 elli:50 altmış:60 yetmiş:70 seksen:80 doksan:90 yüz:100 bin:1000",
  words: "kelime kelimelik kelimede kelimeyle kelimeyi sözcük sözcüklük",
  sentences: "cümle cümleyle cümlede cümlelik",
  paragraphs: "paragraf paragrafta paragraflık",
  pages: "sayfa sayfalık",
  lines: "satır satırda satırlık madde maddede maddelik",
  shortItems: "isim isimi ad başlık slogan şehir ülke",
  longItems: "fikir öneri soru ipucu örnek neden şaka",
  writing: "yaz yazın yazar",
  listing: "listele sırala ver söyle oluştur öner",
  leads: "en fazla yaklaşık toplam tam bana",
  each: "her biri başına",
  chapters: "bölüm bölümü",
  books: "roman romanı kitap tez",
  fillers: "bana bir tam uzun kısa",
  tokensPerWord: 2.1,
};

const ARABIC: LengthWords = {
  ...SPACED,
  numbers:
    "واحد:1 واحدة:1 اثنين:2 ثلاث:3 ثلاثة:3 أربع:4 أربعة:4 خمس:5 خمسة:5 ست:6 ستة:6 سبع:7 سبعة:7 ثمان:8 ثماني:8 ثمانية:8 تسع:9 تسعة:9 عشر:10 عشرة:10 عشرين:20 عشرون:20 ثلاثين:30 ثلاثون:30 أربعين:40 أربعون:40 خمسين:50 خمسون:50 ستين:60 ستون:60 سبعين:70 سبعون:70 ثمانين:80 ثمانون:80 تسعين:90 تسعون:90 مئة:100 مائة:100 مية:100 مئتي:200 مئتين:200 مائتي:200 مائتين:200 ألف:1000 الف:1000 آلاف:1000 ألفي:2000 ألفين:2000 و:0",
  words: "كلمة كلمات",
  sentences: "جملة جمل",
  paragraphs: "فقرة فقرات",
  pages: "صفحة صفحات",
  lines: "سطر أسطر سطرا نقاط نقطة",
  shortItems: "اسم اسما اسمًا أسماء عنوان عناوين",
  longItems: "فكرة أفكار نصيحة نصائح سؤال أسئلة مثال أمثلة حقيقة",
  writing: "اكتب أكتب اكتبي",
  listing: "اذكر أعطني اعطني عدد اقترح أنشئ",
  leads: "في من حوالي نحو تقريبا لي حدود عن بحد أقصى",
  each: "لكل كل",
  chapters: "فصل فصلا فصلًا الفصل",
  books: "رواية كتابا كتابًا أطروحة",
  fillers: "لي كامل كاملة قصيرة طويلة",
  tokensPerWord: 2.1,
};

const HINDI: LengthWords = {
  ...SPACED,
  isVerbLast: true,
  numbers:
    "एक:1 दो:2 तीन:3 चार:4 पाँच:5 पांच:5 छह:6 छः:6 सात:7 आठ:8 नौ:9 दस:10 बारह:12 पंद्रह:15 पन्द्रह:15 बीस:20 पच्चीस:25 तीस:30 चालीस:40 पचास:50 साठ:60 सत्तर:70 अस्सी:80 नब्बे:90 सौ:100 हज़ार:1000 हजार:1000",
  words: "शब्द शब्दों",
  sentences: "वाक्य वाक्यों",
  paragraphs: "पैराग्राफ अनुच्छेद अनुच्छेदों",
  pages: "पेज पन्ने पृष्ठ पृष्ठों",
  lines: "पंक्ति पंक्तियों पंक्तियाँ लाइन लाइनों बिंदु बिंदुओं",
  shortItems: "नाम शीर्षक शहर देश",
  longItems: "विचार सुझाव सवाल प्रश्न उदाहरण तथ्य चुटकुले",
  writing: "लिखो लिखें लिखिए लिख लिखना",
  listing: "बताओ बताइए दो दीजिए दें",
  leads: "",
  each: "हर प्रत्येक प्रति",
  chapters: "अध्याय",
  books: "उपन्यास किताब पुस्तक शोधप्रबंध",
  fillers: "मुझे एक पूरा पूरी लंबा",
  tokensPerWord: 2,
};

const CHINESE: LengthWords = {
  ...UNSPACED,
  numbers: "一:1 二:2 两:2 兩:2 三:3 四:4 五:5 六:6 七:7 八:8 九:9 十:10 百:100 千:1000 万:10000 萬:10000",
  words: "个词 個詞 个单词 個單詞",
  characters: "字 个字 個字 汉字 个汉字",
  sentences: "句 句话 句話 个句子",
  paragraphs: "段 段话 个段落 個段落",
  pages: "页 頁",
  lines: "行 个要点 個要點",
  shortItems: "个名字 個名字 个标题 個標題 个词语 个书名 个城市 个国家",
  longItems: "个问题 個問題 个建议 個建議 个例子 個例子 个点子 个想法 个理由 个笑话",
  writing: "写 寫",
  listing: "列出 列举 给出 给我 生成 提供 想 起 创作 撰写",
  leads: "用 以 写 寫 超过 最多 大约 约 少于 至少 控制在 总结成 概括成 不超過 大約",
  each: "每 各",
  chapters: "章 章节",
  books: "小说 小說 书 書 论文 論文 长篇小说",
  fillers: "一 部 本 篇 个 第 完整的 完整 长篇 的 我 博士",
  tokensPerWord: 1.6,
  tokensPerCharacter: 1,
};

const JAPANESE: LengthWords = {
  ...UNSPACED,
  isVerbLast: true,
  numbers: "一:1 二:2 三:3 四:4 五:5 六:6 七:7 八:8 九:9 十:10 百:100 千:1000 万:10000",
  words: "単語 語",
  characters: "字 文字",
  sentences: "文で 文に つの文 文以内",
  paragraphs: "段落",
  pages: "ページ 枚分",
  lines: "行で 行に 行以内 箇条書き 項目",
  shortItems: "個の名前 個の単語 個のタイトル",
  longItems: "個 個の質問 個のアイデア",
  writing: "書いて 書く 執筆",
  listing: "作って 作成 挙げて 考えて 出して",
  leads: "",
  each: "各 ずつ 毎 それぞれ",
  chapters: "章 章を",
  books: "長編小説 小説 博士論文",
  fillers: "を",
  tokensPerWord: 1.5,
  tokensPerCharacter: 0.8,
};

const KOREAN: LengthWords = {
  ...UNSPACED,
  isVerbLast: true,
  numbers:
    "일:1 이:2 삼:3 사:4 오:5 육:6 칠:7 팔:8 구:9 십:10 백:100 천:1000 만:10000 한:1 두:2 세:3 네:4 다섯:5 여섯:6 일곱:7 여덟:8 아홉:9 열:10",
  words: "단어",
  characters: "자 글자",
  sentences: "문장으로 문장_이내 문장_안 문장_정도",
  paragraphs: "문단 단락",
  pages: "페이지 쪽",
  lines: "줄로 줄_이내 줄",
  shortItems: "개의_이름",
  longItems: "개만 개를 개의_아이디어 가지_아이디어",
  writing: "써 쓰 집필",
  listing: "작성 만들 나열 추천",
  leads: "",
  each: "각 당 씩",
  chapters: "챕터",
  books: "장편소설 소설 논문",
  fillers: "을 를 편 한",
  tokensPerWord: 1.9,
  tokensPerCharacter: 0.8,
};

const THAI: LengthWords = {
  ...UNSPACED,
  numbers: "หนึ่ง:1 เอ็ด:1 สอง:2 ยี่:2 สาม:3 สี่:4 ห้า:5 หก:6 เจ็ด:7 แปด:8 เก้า:9 สิบ:10 ร้อย:100 พัน:1000 หมื่น:10000",
  words: "คำ",
  characters: "ตัวอักษร",
  sentences: "ประโยค",
  paragraphs: "ย่อหน้า",
  pages: "หน้า",
  lines: "บรรทัด",
  shortItems: "ชื่อ",
  longItems: "ไอเดีย คำถาม ตัวอย่าง เคล็ดลับ",
  writing: "เขียน แต่ง",
  listing: "บอก ขอ แนะนำ",
  leads: "",
  each: "ละ ต่อ แต่ละ",
  chapters: "บท",
  books: "นวนิยาย นิยาย หนังสือ วิทยานิพนธ์",
  fillers: "เรื่อง",
  tokensPerWord: 2,
  tokensPerCharacter: 0.6,
};

const VIETNAMESE: LengthWords = {
  ...SPACED,
  numbers:
    "một:1 hai:2 ba:3 bốn:4 tư:4 năm:5 lăm:5 sáu:6 bảy:7 bẩy:7 tám:8 chín:9 mười:10 mươi:10 chục:10 trăm:100 nghìn:1000 ngàn:1000",
  words: "từ chữ",
  sentences: "câu",
  paragraphs: "đoạn",
  pages: "trang",
  lines: "dòng ý",
  shortItems: "tên",
  longItems: "tưởng mẹo hỏi dụ",
  writing: "viết soạn",
  listing: "liệt kê đưa cho gợi",
  leads: "trong khoảng đa tối bằng thành dưới đúng quá tầm dài ra viết",
  each: "mỗi",
  chapters: "chương",
  books: "thuyết sách án",
  fillers: "một cuốn quyển tiểu luận cho tôi mình",
  tokensPerWord: 1.3,
};

const SWAHILI: LengthWords = {
  ...SPACED,
  isNumberBehind: true,
  numbers:
    "moja:1 mmoja:1 mbili:2 wawili:2 mawili:2 tatu:3 matatu:3 nne:4 manne:4 tano:5 matano:5 sita:6 saba:7 nane:8 tisa:9 kumi:10 ishirini:20 thelathini:30 arobaini:40 hamsini:50 sitini:60 sabini:70 themanini:80 tisini:90 mia:100 elfu:1000 na:0",
  words: "neno maneno",
  sentences: "sentensi",
  paragraphs: "aya",
  pages: "ukurasa kurasa",
  lines: "mstari mistari hoja",
  shortItems: "majina vichwa",
  longItems: "mawazo maswali mifano vidokezo sababu",
  writing: "andika tunga",
  listing: "orodhesha nipe toa taja pendekeza",
  leads: "kwa ya wa la yenye lenye katika kama",
  each: "kila",
  chapters: "sura",
  books: "riwaya kitabu tasnifu",
  fillers: "kamili nzima",
  tokensPerWord: 2.1,
};

export const LENGTH_WORDS: readonly LengthWords[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  POLISH,
  RUSSIAN,
  TURKISH,
  ARABIC,
  HINDI,
  CHINESE,
  JAPANESE,
  KOREAN,
  THAI,
  VIETNAMESE,
  SWAHILI,
];
