// The words of a demand by language, in lower case. Words of a list are parted by blanks, those of a phrase joined by "_".

export interface DemandLanguage {
  /** False where words are not parted by blanks: then a word is found anywhere. */
  readonly isSpaced: boolean;
  /** True where "only" stands behind what it limits. */
  readonly isOnlyBehind: boolean;
  /** "only" */
  readonly only: string;
  /** What a bare choice consists of: letter, option, word. */
  readonly choice: string;
  readonly number: string;
  /** "the answer", "the result", "the name" */
  readonly answer: string;
  /** "in one word", "yes or no": whole phrases that demand a choice. */
  readonly choicePhrases: string;
  /** "without a full sentence" */
  readonly noSentence: string;
  /** Numbers from one on; "|" parts the spellings of one number. */
  readonly counts: string;
  readonly words: string;
  readonly sentences: string;
  readonly paragraphs: string;
  readonly lines: string;
  /** What stands before an amount; empty where nothing needs to. */
  readonly lead: string;
  /** "step by step": the answer will be long whatever its last line is. */
  readonly reasoning: string;
  /** "explain", "in detail" */
  readonly explaining: string;
  /** Of a word, or of a character where words are not parted. o200k on interface texts, rounded. @unit tokens */
  readonly tokensPerWord: number;
}

const GERMAN: DemandLanguage = {
  isSpaced: true,
  isOnlyBehind: false,
  only: "nur lediglich bloß ausschließlich",
  choice: "buchstabe buchstaben ziffer wort option",
  number: "zahl nummer",
  answer: "antwort ergebnis lösung name namen",
  choicePhrases: "in_einem_wort mit_einem_wort in_einem_einzigen_wort mit_einem_einzigen_wort ja_oder_nein",
  noSentence:
    "keinen_satz kein_satz keinen_ganzen_satz keinen_vollständigen_satz keine_ganzen_sätze ohne_ganze_sätze",
  counts: "ein|eine|einem|einen zwei drei vier fünf sechs sieben acht neun zehn",
  words: "wort worte worten wörter wörtern",
  sentences: "satz sätze sätzen",
  paragraphs: "absatz absätze absätzen",
  lines: "zeile zeilen stichpunkte stichpunkten stichworte stichworten",
  lead: "in mit höchstens maximal mindestens etwa ungefähr rund circa genau unter bis_zu schreib schreibe schreibe_mir",
  reasoning: "schritt_für_schritt denke_nach",
  explaining: "erkläre erklär begründe ausführlich beweise",
  tokensPerWord: 1.7,
};

const FRENCH: DemandLanguage = {
  isSpaced: true,
  isOnlyBehind: false,
  only: "uniquement seulement juste que_par simplement",
  choice: "lettre chiffre mot option",
  number: "nombre",
  answer: "réponse résultat nom",
  choicePhrases:
    "en_un_mot en_un_seul_mot par_oui_ou_non par_oui_ou_par_non oui_ou_non vrai_ou_faux par_vrai_ou_faux",
  noSentence: "sans_phrase_complète sans_phrases_complètes sans_faire_de_phrase",
  counts: "un|une|une_seule|un_seul deux trois quatre cinq six sept huit neuf dix",
  words: "mot mots",
  sentences: "phrase phrases",
  paragraphs: "paragraphe paragraphes",
  lines: "ligne lignes points",
  lead: "en maximum au_plus moins_de plus_de environ exactement dans avec jusqu'à au_moins écris écrivez écris-moi rédige rédigez d'environ",
  reasoning: "étape_par_étape pas_à_pas",
  explaining: "explique expliquez expliquer justifie justifiez détaille en_détail",
  tokensPerWord: 1.5,
};

const SPANISH: DemandLanguage = {
  isSpaced: true,
  isOnlyBehind: false,
  only: "solo sólo únicamente solamente nada_más_que",
  choice: "letra palabra opción",
  number: "número",
  answer: "respuesta resultado nombre",
  choicePhrases:
    "en_una_palabra en_una_sola_palabra con_una_palabra con_una_sola_palabra sí_o_no verdadero_o_falso",
  noSentence: "sin_frases_completas sin_oraciones_completas sin_una_frase_completa",
  counts: "un|una|una_sola|un_solo dos tres cuatro cinco seis siete ocho nueve diez",
  words: "palabra palabras",
  sentences: "frase frases oración oraciones",
  paragraphs: "párrafo párrafos",
  lines: "línea líneas puntos",
  lead: "en máximo máximo_de menos_de más_de unas unos alrededor_de aproximadamente con como_máximo hasta escribe escríbeme",
  reasoning: "paso_a_paso",
  explaining: "explica explícame explique justifica detalla en_detalle",
  tokensPerWord: 1.4,
};

const ITALIAN: DemandLanguage = {
  isSpaced: true,
  isOnlyBehind: false,
  only: "solo soltanto solamente unicamente",
  choice: "lettera parola opzione",
  number: "numero",
  answer: "risposta risultato nome",
  choicePhrases: "in_una_parola in_una_sola_parola con_una_parola con_una_sola_parola sì_o_no vero_o_falso",
  noSentence: "senza_frasi_complete senza_una_frase_completa",
  counts: "un|una|una_sola|un_solo due tre quattro cinque sei sette otto nove dieci",
  words: "parola parole",
  sentences: "frase frasi",
  paragraphs: "paragrafo paragrafi",
  lines: "riga righe punti",
  lead: "in massimo al_massimo meno_di più_di circa con entro scrivi scrivimi",
  reasoning: "passo_per_passo passo_dopo_passo",
  explaining: "spiega spiegami giustifica in_dettaglio",
  tokensPerWord: 1.6,
};

const PORTUGUESE: DemandLanguage = {
  isSpaced: true,
  isOnlyBehind: false,
  only: "só somente apenas unicamente",
  choice: "letra palavra opção",
  number: "número",
  answer: "resposta resultado nome",
  choicePhrases:
    "em_uma_palavra em_uma_só_palavra com_uma_palavra com_uma_só_palavra numa_palavra sim_ou_não verdadeiro_ou_falso",
  noSentence: "sem_frases_completas sem_uma_frase_completa",
  counts: "um|uma|uma_só dois|duas três quatro cinco seis sete oito nove dez",
  words: "palavra palavras",
  sentences: "frase frases",
  paragraphs: "parágrafo parágrafos",
  lines: "linha linhas tópicos",
  lead: "em no_máximo até cerca_de menos_de mais_de com aproximadamente escreva escreve",
  reasoning: "passo_a_passo",
  explaining: "explique explica justifique em_detalhe detalhadamente",
  tokensPerWord: 1.5,
};

const DUTCH: DemandLanguage = {
  isSpaced: true,
  isOnlyBehind: false,
  only: "alleen slechts enkel uitsluitend",
  choice: "letter woord optie",
  number: "getal nummer",
  answer: "antwoord uitkomst naam",
  choicePhrases: "in_één_woord in_een_woord met_één_woord met_een_woord ja_of_nee waar_of_onwaar",
  noSentence: "zonder_volledige_zin zonder_volledige_zinnen zonder_hele_zinnen",
  counts: "een|één twee drie vier vijf zes zeven acht negen tien",
  words: "woord woorden",
  sentences: "zin zinnen",
  paragraphs: "alinea alinea's paragrafen",
  lines: "regel regels punten",
  lead: "in met maximaal hoogstens minstens ongeveer binnen minder_dan schrijf",
  reasoning: "stap_voor_stap",
  explaining: "leg_uit uitgebreid onderbouw",
  tokensPerWord: 1.6,
};

const POLISH: DemandLanguage = {
  isSpaced: true,
  isOnlyBehind: false,
  only: "tylko wyłącznie jedynie",
  choice: "litera literę literą słowo słowem opcję",
  number: "liczba liczbę liczbą",
  answer: "odpowiedź wynik nazwę",
  choicePhrases: "jednym_słowem tak_lub_nie tak_czy_nie",
  noSentence: "bez_pełnych_zdań bez_pełnego_zdania",
  counts: "jednym|jedno|jednej dwa|dwóch|dwoma trzy|trzech cztery|czterech pięć|pięciu",
  words: "słów słowa słowach",
  sentences: "zdanie zdania zdaniu zdaniach zdań",
  paragraphs: "akapit akapity akapitach akapitów",
  lines: "linijki linijkach punktach",
  lead: "w do około maksymalnie co_najwyżej na napisz",
  reasoning: "krok_po_kroku",
  explaining: "wyjaśnij uzasadnij szczegółowo",
  tokensPerWord: 2.3,
};

const RUSSIAN: DemandLanguage = {
  isSpaced: true,
  isOnlyBehind: false,
  only: "только лишь исключительно",
  choice: "буква букву буквой слово словом вариант",
  number: "число числом цифру цифрой",
  answer: "ответ результат имя название",
  choicePhrases: "одним_словом да_или_нет верно_или_неверно",
  noSentence: "без_полных_предложений без_целых_предложений",
  counts: "один|одно|одном|одним два|двух трёх|трех|три четырёх|четырех|четыре пять|пяти",
  words: "слов слова словах",
  sentences: "предложение предложении предложения предложениях предложений",
  paragraphs: "абзац абзаце абзаца абзацах абзацев",
  lines: "строки строках строк пунктах пунктов",
  lead: "в до около примерно не_более не_больше максимум на напиши напишите",
  reasoning: "шаг_за_шагом пошагово",
  explaining: "объясни объясните обоснуй подробно",
  tokensPerWord: 1.9,
};

const CHINESE: DemandLanguage = {
  isSpaced: false,
  isOnlyBehind: false,
  only: "只 仅",
  choice: "字母 选项 選項 一个词 单词",
  number: "数字 數字",
  answer: "答案 结果 結果",
  choicePhrases: "用一个词 用一個詞 一个词回答 是或否 对或错",
  noSentence: "不要完整的句子 不用完整的句子 不要写完整的句子",
  counts: "1|一 2|两|二 3|三 4|四 5|五 6|六 7|七 8|八 9|九 10|十",
  words: "字 个字 個字 汉字 个词",
  sentences: "句 句话 句話",
  paragraphs: "段 段话 个段落",
  lines: "个要点",
  lead: "用 以 写 不超过 最多 大约 约 少于 至少 控制在 总结成 概括成",
  reasoning: "逐步 一步一步 最终答案 最終答案",
  explaining: "详细 解释 詳細 解釋",
  tokensPerWord: 1,
};

const JAPANESE: DemandLanguage = {
  isSpaced: false,
  isOnlyBehind: true,
  only: "だけ のみ",
  choice: "記号 選択肢 単語 一語",
  number: "数字 数値",
  answer: "答え 結果 名前",
  choicePhrases: "一言で ひとことで 一単語で 1単語で 一語で はいかいいえ",
  noSentence: "文章にせず",
  counts: "1|一|１ 2|二|２ 3|三|３ 4|四 5|五 6|六 7|七 8|八 9|九 10|十",
  words: "文字 字以内 字程度 字で",
  sentences: "文で つの文 文以内",
  paragraphs: "段落",
  lines: "行で 行以内",
  lead: "",
  reasoning: "段階的 ステップごと 順を追って",
  explaining: "詳しく 説明し",
  tokensPerWord: 0.8,
};

const KOREAN: DemandLanguage = {
  isSpaced: false,
  isOnlyBehind: true,
  only: "만",
  choice: "기호 글자 선택지 단어",
  number: "숫자",
  answer: "정답 답 결과 이름",
  choicePhrases: "한_단어로 예_또는_아니요 예_또는_아니오",
  noSentence: "완전한_문장_없이",
  counts: "1|한 2|두 3|세 4|네 5|다섯 6|여섯 7|일곱 8|여덟 9|아홉 10|열",
  words: "자로 자_이내 자_내외 자_정도 단어로 단어_이내",
  sentences: "문장으로 문장_이내",
  paragraphs: "문단으로 단락으로",
  lines: "줄로 줄_이내",
  lead: "",
  reasoning: "단계별 차근차근",
  explaining: "자세히 설명해",
  tokensPerWord: 0.8,
};

/** Beside English, whose many wordings have rules of their own. */
export const DEMAND_LANGUAGES: readonly DemandLanguage[] = [
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  POLISH,
  RUSSIAN,
  CHINESE,
  JAPANESE,
  KOREAN,
];
