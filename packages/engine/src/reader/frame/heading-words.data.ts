// Words of headings that say what is below them, in the languages of the task atlas: what is asked, what is given, what was replied.

/** "Question 3:", `<task>`, "Aufgabe:". */
export const ASKED_WORDS =
  "question questions q problem task instruction instructions query prompt request exercise inquiry enquiry assignment challenge ask command " +
  "frage aufgabe anfrage auftrag anweisung prüfungsfrage demande énoncé consigne exercice tâche problème " +
  "pregunta consulta tarea instrucción problema enunciado petición solicitud domanda quesito richiesta compito istruzione esercizio " +
  "pergunta questão tarefa pedido vraag opdracht verzoek instructie pytanie zadanie prośba polecenie " +
  "вопрос задание задача запрос инструкция soru görev istek talimat 问题 题目 任务 请求 指令 考题 質問 依頼 問題 指示 課題 " +
  "user human nutzer utilisateur usuario utente usuário gebruiker użytkownik пользователь kullanıcı 用户 ユーザー 사용자 질문 문제 과제 요청 지시 سؤال مهمة प्रश्न कार्य คำถาม โจทย์ hỏi swali kazi";

/** Texts and worked examples: an order in them is no request. */
export const GIVEN_WORDS =
  "context passage passages document documents source sources background excerpt excerpts notes reference references evidence " +
  "information memory history transcript example examples sample demo demonstration " +
  "kontext auszug auszüge quelle quellen dokument dokumente hintergrund textstelle textstellen beispiel beispiele contexte extrait " +
  "extraits exemple exemples contexto documento documentos fuentes pasaje pasajes fragmentos ejemplo ejemplos contesto documenti " +
  "brani fonti esempio esempi trechos fontes exemplo exemplos documenten bronnen achtergrond voorbeeld voorbeelden kontekst " +
  "dokumenty źródła przykład przykłady контекст документы источники пример примеры bağlam belgeler kaynaklar örnek örnekler " +
  "资料 参考 上下文 文档 背景 示例 样例 例子 文脈 資料 例 見本 문맥 자료 문서 예시 سياق سياقات संदर्भ บริบท cảnh muktadha";

export const REPLY_WORDS =
  "answer a response solution output completion reply result assistant antwort lösung ausgabe ergebnis réponse résultat sortie " +
  "respuesta solución resultado salida risposta soluzione risultato resposta solução saída antwoord oplossing uitvoer resultaat " +
  "odpowiedź wynik rozwiązanie ответ решение вывод cevap yanıt sonuç çıktı 答案 回答 输出 解答 結論 答え 出力 답 답변 정답 출력 " +
  "إجابة جواب उत्तर คำตอบ lời jibu";
