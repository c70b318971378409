// The words of a demand by language, in lower case. Words of a list are parted by blanks, those of a phrase joined by "_".

export interface DemandLanguage {
  /** False where words are not parted by blanks: then a word is found anywhere. */
  readonly isSpaced: boolean;
  /** True where "only" stands behind what it limits. */
  readonly isOnlyBehind: boolean;
  /** "only" */
  readonly only: string;
  /** The words of a bare choice: letter, option, word. */
  readonly choice: string;
  readonly number: string;
  /** "the answer", "the result", "the name" */
  readonly answer: string;
  /** "in one word", "yes or no": whole phrases that demand a choice. */
  readonly choicePhrases: string;
  /** "without a full sentence" */
  readonly noSentence: string;
  /** "step by step": the answer will be long whatever its last line is. */
  readonly reasoning: string;
  /** "explain", "in detail" */
  readonly explaining: string;
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
  reasoning: "schritt_für_schritt denke_nach",
  explaining: "erkläre erklär begründe ausführlich beweise",
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
  reasoning: "étape_par_étape pas_à_pas",
  explaining: "explique expliquez expliquer justifie justifiez détaille en_détail",
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
  reasoning: "paso_a_paso",
  explaining: "explica explícame explique justifica detalla en_detalle",
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
  reasoning: "passo_per_passo passo_dopo_passo",
  explaining: "spiega spiegami giustifica in_dettaglio",
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
  reasoning: "passo_a_passo",
  explaining: "explique explica justifique em_detalhe detalhadamente",
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
  reasoning: "stap_voor_stap",
  explaining: "leg_uit uitgebreid onderbouw",
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
  reasoning: "krok_po_kroku",
  explaining: "wyjaśnij uzasadnij szczegółowo",
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
  reasoning: "шаг_за_шагом пошагово",
  explaining: "объясни объясните обоснуй подробно",
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
  reasoning: "逐步 一步一步 最终答案 最終答案",
  explaining: "详细 解释 詳細 解釋",
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
  reasoning: "段階的 ステップごと 順を追って",
  explaining: "詳しく 説明し",
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
  reasoning: "단계별 차근차근",
  explaining: "자세히 설명해",
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
