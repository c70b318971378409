// How people name what an answer is to be, and the words around it, by language. Words are parted by blanks, "_" stands for one,
// and "*" ends a stem.
import type { AnswerFormat } from "@signalbox/contracts";

/** The same in every language. */
export const FORMAT_NAMES: Readonly<Partial<Record<AnswerFormat, string>>> = {
  json: "json",
  json_lines: "jsonl ndjson json_lines",
  yaml: "yaml yml",
  toml: "toml",
  xml: "xml",
  csv: "csv tsv",
  markdown: "markdown",
  html: "html",
  latex: "latex",
  svg: "svg",
  sql: "sql",
};

interface Layouts {
  readonly table: string;
  readonly bullet_list: string;
  readonly numbered_list: string;
  /** Taken only where something says that the answer is to be one. */
  readonly list: string;
}

export const LAYOUTS: Readonly<Record<string, Layouts>> = {
  en: {
    table: "table tabular_form",
    bullet_list: "bullets bullet_points bullet_list bulleted_list bullet-point_list bulletpoints",
    numbered_list: "numbered_list numbered_steps",
    list: "list checklist",
  },
  de: {
    table: "tabelle tabellarisch tabellenform",
    bullet_list: "stichpunkte stichpunkten stichworte stichworten aufzahlung spiegelstriche spiegelstrichen",
    numbered_list: "nummerierte_liste nummerierten_liste",
    list: "liste",
  },
  fr: {
    table: "tableau",
    bullet_list: "liste_a_puces puces tirets",
    numbered_list: "liste_numerotee",
    list: "liste",
  },
  es: { table: "tabla", bullet_list: "vinetas guiones", numbered_list: "lista_numerada", list: "lista" },
  it: {
    table: "tabella",
    bullet_list: "elenco_puntato punti_elenco",
    numbered_list: "elenco_numerato",
    list: "elenco lista",
  },
  pt: { table: "tabela", bullet_list: "topicos marcadores", numbered_list: "lista_numerada", list: "lista" },
  nl: {
    table: "tabel",
    bullet_list: "opsomming opsommingstekens",
    numbered_list: "genummerde_lijst",
    list: "lijst lijstje",
  },
  pl: {
    table: "tabela tabeli tabele tabelke tabelka",
    bullet_list: "punktach wypunktowanie wypunktuj",
    numbered_list: "lista_numerowana liste_numerowana",
    list: "lista liste listy",
  },
  ru: {
    table: "таблица таблицы таблицу таблице таблицей табличкой",
    bullet_list: "маркированный_список маркированного_списка",
    numbered_list: "нумерованный_список",
    list: "список списком списка",
  },
  ar: { table: "جدول", bullet_list: "نقاط", numbered_list: "قائمة_مرقمة", list: "قائمة" },
  hi: { table: "तालिका टेबल सारणी table", bullet_list: "बिंदुओं बुलेट", numbered_list: "क्रमांकित_सूची", list: "सूची" },
  zh: {
    table: "表格",
    bullet_list: "项目符号 分点列出 分条列出 條列 条列",
    numbered_list: "编号列表",
    list: "列表 清单",
  },
  ja: {
    table: "表形式 一覧表 テーブル 表",
    bullet_list: "箇条書き",
    numbered_list: "番号付きリスト",
    list: "リスト 一覧",
  },
  ko: {
    table: "표",
    bullet_list: "불릿 글머리표 글머리_기호 개조식",
    numbered_list: "번호_목록",
    list: "목록 리스트",
  },
  th: { table: "ตาราง", bullet_list: "บูลเล็ต หัวข้อย่อย bullet", numbered_list: "ลำดับเลข", list: "รายการ" },
  vi: { table: "bảng", bullet_list: "gạch_đầu_dòng", numbered_list: "danh_sách_đánh_số", list: "danh_sách" },
  tr: {
    table: "tablo tabloya",
    bullet_list: "madde_madde maddeler maddelerle",
    numbered_list: "numaralı_liste",
    list: "liste listeye",
  },
  sw: { table: "jedwali", bullet_list: "vidokezo", numbered_list: "orodha_yenye_namba", list: "orodha" },
};

interface Leads {
  /** Before a format, these say that the answer is to be one: "answer in", "return". */
  readonly answering: string;
  /** These say what something becomes: "as", "into". */
  readonly becoming: string;
  /** These say so only of what an operation makes: "in", "to". */
  readonly within: string;
  /** These stand behind it: "形式で". */
  readonly behind: string;
}

export const LEADS: Readonly<Record<string, Leads>> = {
  en: {
    answering:
      "output return respond reply answer answer_as answer_in answer_with emit give_me format_as formatted_as format output_format reply_with respond_with output_as output_in return_as",
    becoming: "as into in_the_form_of in_form_of make make_me create draw_up build_me",
    within: "in to",
    behind: "only please",
  },
  de: {
    answering: "ausgabe antworte antwort gib_mir gib format ausgabeformat ausschliesslich",
    becoming: "als in_form_von in_form_einer mach mache erstelle erstell",
    within: "in im zu ins nach",
    behind: "ausgeben zuruck nur",
  },
  fr: {
    answering: "renvoie reponds retourne sortie donne-moi format au_format uniquement",
    becoming: "fais fais-moi dresse sous_forme_de sous_forme_d sous_la_forme_d'un",
    within: "en dans vers",
    behind: "uniquement svp",
  },
  es: {
    answering: "devuelve responde respuesta salida dame formato en_formato solo",
    becoming: "como en_forma_de haz hazme",
    within: "en",
    behind: "por_favor",
  },
  it: {
    answering: "restituisci rispondi output dammi formato in_formato solo",
    becoming: "fai fammi come in_forma_di sotto_forma_di",
    within: "in",
    behind: "per_favore",
  },
  pt: {
    answering: "devolva retorne responda saida formato em_formato no_formato apenas so_o",
    becoming: "como em_forma_de faca monte",
    within: "em para",
    behind: "por_favor",
  },
  nl: {
    answering: "antwoord geef uitvoer formaat",
    becoming: "als in_de_vorm_van maak",
    within: "in naar",
    behind: "graag teruggeven",
  },
  pl: {
    answering: "zwroc odpowiedz podaj wypisz format w_formacie",
    becoming: "jako w_formie w_postaci zrob zrob_z_tego sporzadz",
    within: "do w na",
    behind: "prosze",
  },
  ru: {
    answering: "верни выведи ответь ответ выдай формат в_формате только",
    becoming: "как в_виде сделай составь сделай_из_этого оформи",
    within: "в",
    behind: "пожалуйста",
  },
  ar: {
    answering: "أعد أخرج أجب بصيغة بتنسيق صيغة",
    becoming: "اعمل حول_إلى على_شكل كـ على_هيئة",
    within: "إلى في",
    behind: "فقط",
  },
  hi: { answering: "फॉर्मेट", becoming: "", within: "", behind: "में मे के_रूप_में mein me फॉर्मेट_में फ़ॉर्मेट_में" },
  zh: {
    answering: "输出 返回 只输出 只返回 输出为",
    becoming: "转成 转为 转换成 整理成 做成 写成 列成 生成 变成 转换为 改成 整理为 汇总成",
    within: "用 以 成",
    behind: "格式 形式",
  },
  ja: { answering: "出力は 出力形式は 形式は", becoming: "", within: "", behind: "形式 で に として 化" },
  ko: { answering: "출력은 형식은", becoming: "", within: "", behind: "형식 로 으로 형태" },
  th: { answering: "ส่งออกเป็น ตอบเป็น", becoming: "เป็น ในรูปแบบ ในรูป รูปแบบ", within: "แบบ", behind: "เท่านั้น" },
  vi: {
    answering: "trả_về xuất xuất_ra trả_lời_bằng",
    becoming: "dưới_dạng thành sang theo_dạng theo_định_dạng lập kẻ",
    within: "bằng",
    behind: "",
  },
  tr: {
    answering: "çıktı format",
    becoming: "",
    within: "",
    behind:
      "olarak formatında biçiminde formatına hâlinde halinde a_çevir ye_çevir e_çevir a_dönüştür e_dönüştür",
  },
  sw: { answering: "jibu_kwa toa", becoming: "kama kuwa kwa_muundo_wa", within: "kwa katika", behind: "" },
};

/** May stand between a lead and the format. */
export const FILLERS =
  "a an one single valid strict strictly plain pure raw clean minified compact pretty-printed well-formed just only simple small two-column three-column short the_form_of ein eine einer einem einen gultiges reines un une unico um uma een jedna jednej простой простую валидный одной файл file self-contained standalone only_valid valide valido nur solo seulement ein_einziges 合法的 纯 一个 一张 個 个 markdown-formatted flat nested two three four five six seven eight nine ten drei vier funf sechs trois quatre cinq tres cuatro cinco tre quattro cinque três quatro drie vier vijf трех пяти 三 四 五 numbered";
/** Before a format, these say that it is what is at hand. */
export const SOURCES =
  "from of such_as aus von de depuis desde da uit van z из منه من 从 kutoka parse parses parsing than fix broken invalid this_is";
/** On either side of a format, these say that the answer is to be none. */
export const NEGATIONS =
  "no not without never don't avoid kein* nicht ohne pas sans aucun* sin ningun* senza niente sem nenhum* zonder geen niet bez nie без не لا بدون بلا 不要 不用 别用 无需 なし 不要です 없이 말고 không_dùng ไม่ใช้ ไม่เอา değil bila nahi नहीं बिना";
/** Behind a format that leads a phrase: "JSON array of ids", "CSV with columns". */
export const FOLLOWERS =
  "array object objects with columns keys lines per only please mit avec con com met с of per array_of format do bana";
