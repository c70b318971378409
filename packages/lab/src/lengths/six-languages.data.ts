// Requests for so many words in the six languages whose amounts are read and whose bare answers are not, each beside the same
// request without its number, and a text of the language that tells how many tokens its words take.

interface LanguageCases {
  /** Natural prose, whose tokens over its words are those of an answer. */
  readonly prose: string;
  readonly asked: readonly (readonly [words: number, text: string, without: string])[];
}

export const SIX_LANGUAGES: Readonly<Record<string, LanguageCases>> = {
  tr: {
    prose:
      "Arılar küçük ama çalışkan canlılardır. Her sabah kovandan çıkar, çiçekten çiçeğe uçar ve akşam eve nektarla dönerler. Kovanın içinde her arının bir görevi vardır: kimi yavrulara bakar, kimi kapıda bekler, kimi de bal yapar.",
    asked: [
      [150, "Deniz hakkında 150 kelimelik bir metin yaz.", "Deniz hakkında bir metin yaz."],
      [
        400,
        "Şehir hayatı üzerine dört yüz kelimelik bir deneme yaz.",
        "Şehir hayatı üzerine bir deneme yaz.",
      ],
      [80, "Annem için 80 kelimelik bir mektup yaz.", "Annem için bir mektup yaz."],
      [1_500, "Roma tarihi hakkında 1500 kelime yaz.", "Roma tarihi hakkında yaz."],
    ],
  },
  ar: {
    prose:
      "النحل كائنات صغيرة لكنها لا تتعب من العمل. تخرج كل صباح من الخلية وتطير من زهرة إلى زهرة وتعود في المساء محملة بالرحيق. لكل نحلة داخل الخلية عمل تقوم به: بعضها يرعى الصغار وبعضها يحرس الباب وبعضها يصنع العسل.",
    asked: [
      [150, "اكتب نصًا من 150 كلمة عن البحر.", "اكتب نصًا عن البحر."],
      [400, "اكتب مقالًا من أربعمئة كلمة عن حياة المدينة.", "اكتب مقالًا عن حياة المدينة."],
      [80, "اكتب رسالة لأمي في 80 كلمة.", "اكتب رسالة لأمي."],
      [1_500, "اكتب 1500 كلمة عن تاريخ روما.", "اكتب عن تاريخ روما."],
    ],
  },
  hi: {
    prose:
      "मधुमक्खियाँ छोटी लेकिन बहुत मेहनती होती हैं। वे हर सुबह छत्ते से निकलती हैं, फूल से फूल तक उड़ती हैं और शाम को रस लेकर घर लौटती हैं। छत्ते के अंदर हर मधुमक्खी का एक काम होता है: कोई बच्चों की देखभाल करती है, कोई दरवाज़े पर पहरा देती है और कोई शहद बनाती है।",
    asked: [
      [150, "समुद्र पर 150 शब्दों का लेख लिखो।", "समुद्र पर लेख लिखो।"],
      [400, "शहर के जीवन पर चार सौ शब्दों का निबंध लिखो।", "शहर के जीवन पर निबंध लिखो।"],
      [80, "मेरी माँ के लिए 80 शब्दों का पत्र लिखो।", "मेरी माँ के लिए पत्र लिखो।"],
      [1_500, "रोम के इतिहास पर 1500 शब्द लिखो।", "रोम के इतिहास पर लिखो।"],
    ],
  },
  th: {
    prose:
      "ผึ้งเป็นสัตว์ตัวเล็กแต่ขยันมาก ทุกเช้าพวกมันออกจากรัง บินจากดอกไม้ดอกหนึ่งไปยังอีกดอกหนึ่ง และกลับบ้านตอนเย็นพร้อมน้ำหวาน ภายในรังผึ้งแต่ละตัวมีหน้าที่ของตน บางตัวเลี้ยงตัวอ่อน บางตัวเฝ้าประตู และบางตัวทำน้ำผึ้ง",
    asked: [
      [150, "เขียนบทความเกี่ยวกับทะเล 150 คำ", "เขียนบทความเกี่ยวกับทะเล"],
      [400, "เขียนเรียงความเรื่องชีวิตในเมืองสี่ร้อยคำ", "เขียนเรียงความเรื่องชีวิตในเมือง"],
      [80, "เขียนจดหมายถึงแม่ 80 คำ", "เขียนจดหมายถึงแม่"],
      [1_500, "เขียนเกี่ยวกับประวัติศาสตร์โรม 1500 คำ", "เขียนเกี่ยวกับประวัติศาสตร์โรม"],
    ],
  },
  vi: {
    prose:
      "Ong là loài vật nhỏ bé nhưng rất chăm chỉ. Mỗi sáng chúng rời tổ, bay từ bông hoa này sang bông hoa khác và trở về nhà vào buổi chiều với mật hoa. Trong tổ, mỗi con ong có một công việc riêng: con thì chăm sóc ấu trùng, con thì canh cửa, con thì làm mật.",
    asked: [
      [150, "Viết một đoạn văn 150 từ về biển.", "Viết một đoạn văn về biển."],
      [400, "Viết bài luận bốn trăm từ về cuộc sống thành phố.", "Viết bài luận về cuộc sống thành phố."],
      [80, "Viết một lá thư 80 từ cho mẹ tôi.", "Viết một lá thư cho mẹ tôi."],
      [1_500, "Viết 1500 từ về lịch sử La Mã.", "Viết về lịch sử La Mã."],
    ],
  },
  sw: {
    prose:
      "Nyuki ni wadudu wadogo lakini wana bidii sana. Kila asubuhi hutoka mzingani, huruka kutoka ua moja hadi jingine na kurudi nyumbani jioni wakiwa na nekta. Ndani ya mzinga kila nyuki ana kazi yake: wengine hulea watoto, wengine hulinda mlango, na wengine hutengeneza asali.",
    asked: [
      [150, "Andika maneno 150 kuhusu bahari.", "Andika kuhusu bahari."],
      [400, "Andika insha ya maneno mia nne kuhusu maisha ya mjini.", "Andika insha kuhusu maisha ya mjini."],
      [80, "Andika barua ya maneno 80 kwa mama yangu.", "Andika barua kwa mama yangu."],
      [1_500, "Andika maneno 1500 kuhusu historia ya Roma.", "Andika kuhusu historia ya Roma."],
    ],
  },
};
