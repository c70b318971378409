// Words of instructions that say what becomes of a text that is given: "*" ends a stem, "_" stands for a blank.

export type LengthRole =
  | "each"
  | "all"
  | "shorter"
  | "longer"
  | "half"
  | "detailed"
  | "gist"
  | "fixing"
  | "annotating"
  | "porting"
  | "whole"
  | "pairs"
  | "listing"
  | "values";

export const LENGTH_ROLES: Readonly<Record<LengthRole, string>> = {
  each: "each every per_line one_per_line line_by_line jede jeder jedes jeden jedem zeile_für_zeile zeilenweise pro_zeile chaque chacun chacune par_ligne cada por_línea por_linha per_riga ogni elke elk iedere per_regel każdy każda każde każdą każdej кажд* her_satır* her_bir* لكل كل_سطر हर प्रत्येक 每 各 逐 それぞれ 毎 각 ทุก แต่ละ mỗi từng kila jokainen jokaisen joka varje setiap",
  all: "all everything these following_lines alle allen sämtliche tous toutes todos todas todo tutti tutte tutto wszystkie wszystkich все всех всё tüm bütün كل جميع सभी 所有 全部 すべて 全て 모든 모두 전부 ทั้งหมด tất_cả wote zote kaikki alla semua",
  shorter:
    "shorten* shorter cut_down condense* trim tighten* more_concise concise kürz* straff* raccourci* abrég* plus_court acort* más_corto más_breve acorta* accorci* più_breve più_corto encurt* mais_curto inkort* korter skróć skraca* krócej сократи* короче kısalt* اختصر أقصر छोटा 缩短 精简 简短 短く 短縮 줄여 짧게 สั้นลง ย่อ ngắn_hơn rút_ngắn fupisha lyhennä lyhyem* förkort* kortare persingkat",
  half: "half halve hälfte moitié mitad metà metade helft połow* половин* yarı* النصف आधा 一半 半分 절반 ครึ่ง một_nửa nusu puolet hälften setengah",
  longer:
    "expand* elaborate* lengthen* longer more_detail* flesh_out ausführlicher verläng* erweiter* développe* plus_long más_largo amplía* ampliar allung* più_lungo aument* mais_longo uitbreid* langer rozwiń rozszerz* расшир* длиннее uzat* genişlet* وسع أطول विस्तार 扩写 扩展 更长 详细一点 長く 膨らませ 늘려 길게 ยาวขึ้น dài_hơn mở_rộng refusha pidem* längre perpanjang",
  detailed:
    "detailed in_detail comprehensive thorough full in-depth exhaustive ausführlich* detailliert* umfassend* détaillé* complet* detallad* completo* dettagliat* detalhad* uitgebreid* szczegółow* подробн* детальн* ayrıntılı detaylı مفصل* विस्तृत 详细 全面 詳細 詳しく 자세히 자세한 상세 โดยละเอียด ละเอียด chi_tiết kina yksityiskoht* detaljera* rinci",
  gist: "tldr tl;dr gist in_a_nutshell one-liner headline",
  fixing:
    "correct* fix_the_typos fix_typos fix_all_spelling spelling proofread* korrigier* verbesser* rechtschreib* corrig* ortograf* orthographe correg* ortografía ortografia corrij* corregg* popraw* ortograf* исправ* опечат* орфограф* düzelt* yazım صحح تصحيح सुधार* 错别字 改正 纠正 校对 誤字 校正 直して 맞춤법 교정 แก้คำผิด sửa_lỗi chính_tả sahihisha oikolu* korjaa rätta perbaiki",
  annotating:
    "comment comments annotate* docstring* doc_comments document type_hints type_annotations types typing jsdoc kommentier* kommentare* typannotation* dokumentier* commente* annote* coment* documenta* commenta* comentári* skomentuj komentarz* комментари* прокомментир* аннотаци* yorum_satır* yorumla تعليقات टिप्पणी 注释 注解 コメント 注釈 주석 คอมเมนต์ chú_thích bình_luận",
  porting:
    "port translate convert rewrite migrate turn transform* umwandel* mache verwandle transforme* transforma* trasforma* zet maak_er zamień zmień преврати* portier* übersetz* umschreib* schreib* konvertier* wandle convert* traduis traduc* réécri* reescrib* convierte pasa pásal* riscriv* converti* reescrev* converte* herschrijf* omzett* przepisz przetłumacz przekonwertuj перепиши перевед* конверт* çevir* dönüştür* حول ترجم बदल* 改写 转换 翻译 移植 改成 書き直 変換 移植 바꿔 변환 옮겨 แปลง เขียนใหม่ chuyển dịch geuza käännä muunna konvertera skriv_om ubah",
  whole:
    "whole complete full entire in_full all_of_it everything entirely leave_anything_out full_file ganze ganzen gesamte* vollständig* komplett* entier* complet* en_entier completo* completa* entero entera intero intera inteiro inteira volledig* hele cały całą całość pełny полностью целиком весь_файл tamamını eksiksiz كامل* पूरा पूरी 完整 全文 整个 全部 全体 完全 전체 모두 ทั้งหมด toàn_bộ đầy_đủ koko hela seluruh",
  pairs: "-> => → together_with next_to beside_each as_json with_the_text repeat_the",
  values:
    "dates prices numbers emails email_addresses phone_numbers urls links ids codes amounts daten preise zahlen telefonnummern beträge dates prix numéros montants adresses_mail fechas precios números correos importes prezzi numeri importi datas preços números valores datums prijzen nummers daty ceny numery даты цены номера суммы tarihler tarihleri fiyatları numaraları 日期 价格 电话 号码 邮箱 日付 価格 電話番号 날짜 가격 전화번호 วันที่ ราคา ngày giá tarehe bei التواريخ الأسعار तारीखें कीमतें",
  listing:
    "list items events names dates points bullets bullet table csv action_items to-dos todos tasks decisions addresses entities liste termine aufgaben punkte namen tous_les dates éléments tareas puntos nombres fechas lista elenco eventi punti nomi eventos nomes datas lijst taken namen zadania lista список задач* даты liste görev* قائمة المهام सूची कार्य 列表 清单 列出 待办 リスト 一覧 タスク 목록 할_일 รายการ danh_sách orodha luettelo lista daftar",
};
