// Texts that the service reads before its first request: ordinary sentences, so that the compiler has seen every part of the
// reader.

export const WARM_UP_SENTENCES: readonly string[] = [
  "Why does my build fail with exit code 137 only on the small runner, and how do I find out?",
  "Translate the following paragraph into Spanish, keep the names as they are:",
  "def mean(values): return sum(values) / len(values)  # breaks on an empty list, please fix",
  "Prove that the sum of two odd numbers is even, in three lines.",
  "thanks, that worked! now the same for the other table",
  "Extract name, date and amount of each invoice below as JSON, one object per line.",
  "Write a polite reply to a customer whose parcel is two weeks late. At most 120 words.",
  "SELECT customer, sum(total) FROM orders GROUP BY customer HAVING sum(total) > 1000;",
  "Fasse den Text in fünf Stichpunkten zusammen und nenne die offenen Fragen.",
  "Welche Versicherung brauche ich, wenn ich einen Monat lang ein Wohnmobil miete?",
  "Explique-moi la différence entre une SARL et une SAS, avec un tableau.",
  "¿Cuánto tarda en llegar la luz del Sol a Neptuno? Muestra el cálculo.",
  "Riscrivi questa email in un tono più formale, senza cambiare le date.",
  "Escreva um teste unitário para a função abaixo usando pytest.",
  "Schrijf een korte uitnodiging voor een buurtfeest op zaterdag om 15 uur.",
  "Napisz zapytanie, które znajdzie zduplikowane adresy e-mail w tabeli users.",
  "Объясни, почему цикл не заканчивается, и предложи исправление.",
  "この文章を三行で要約してください。専門用語はそのままで。",
  "请比较这两种方案的成本，并说明哪一种更适合小团队。",
  "다음 회의록에서 결정된 사항과 담당자를 표로 정리해 주세요.",
  "اكتب رسالة قصيرة أعتذر فيها عن التأخير وأقترح موعدًا جديدًا.",
  "इस तालिका में सबसे अधिक बिक्री वाला महीना कौन सा है?",
  "Bu fonksiyonun zaman karmaşıklığı nedir ve nasıl hızlandırılır?",
  "Viết một đoạn giới thiệu sản phẩm dài khoảng 100 từ.",
];
