// Texts written for the study of lengths, on which rules and ratios may be tuned.

/** One paragraph in many languages. */
export const METERS = {
  en: "The committee met on Tuesday evening to discuss the new water meters. Most members found the price fair, but two of them asked for a second offer before the vote. The caretaker reported that the old meters in the cellar have been leaking since spring. A decision is expected at the end of the month.",
  de: "Der Ausschuss kam am Dienstagabend zusammen, um über die neuen Wasserzähler zu beraten. Die meisten Mitglieder hielten den Preis für angemessen, doch zwei von ihnen verlangten vor der Abstimmung ein zweites Angebot. Der Hausmeister berichtete, dass die alten Zähler im Keller seit dem Frühjahr undicht sind. Eine Entscheidung wird Ende des Monats erwartet.",
  fr: "Le comité s'est réuni mardi soir pour discuter des nouveaux compteurs d'eau. La plupart des membres ont trouvé le prix correct, mais deux d'entre eux ont demandé une deuxième offre avant le vote. Le gardien a signalé que les anciens compteurs de la cave fuient depuis le printemps. Une décision est attendue à la fin du mois.",
  es: "El comité se reunió el martes por la noche para hablar de los nuevos contadores de agua. La mayoría de los miembros consideró justo el precio, pero dos de ellos pidieron una segunda oferta antes de la votación. El conserje informó de que los contadores viejos del sótano tienen fugas desde la primavera. Se espera una decisión a finales de mes.",
  it: "Il comitato si è riunito martedì sera per discutere dei nuovi contatori dell'acqua. La maggior parte dei membri ha trovato giusto il prezzo, ma due di loro hanno chiesto una seconda offerta prima del voto. Il custode ha riferito che i vecchi contatori in cantina perdono dalla primavera. Una decisione è attesa per la fine del mese.",
  pt: "O comité reuniu-se na terça-feira à noite para discutir os novos contadores de água. A maioria dos membros achou o preço justo, mas dois deles pediram uma segunda proposta antes da votação. O zelador informou que os contadores antigos da cave têm fugas desde a primavera. Espera-se uma decisão no final do mês.",
  nl: "De commissie kwam dinsdagavond bijeen om de nieuwe watermeters te bespreken. De meeste leden vonden de prijs redelijk, maar twee van hen vroegen om een tweede offerte voor de stemming. De conciërge meldde dat de oude meters in de kelder sinds het voorjaar lekken. Aan het eind van de maand wordt een besluit verwacht.",
  sv: "Kommittén träffades på tisdagskvällen för att diskutera de nya vattenmätarna. De flesta medlemmarna tyckte att priset var rimligt, men två av dem bad om ett andra anbud före omröstningen. Vaktmästaren rapporterade att de gamla mätarna i källaren har läckt sedan i våras. Ett beslut väntas i slutet av månaden.",
  pl: "Komisja zebrała się we wtorek wieczorem, aby omówić nowe wodomierze. Większość członków uznała cenę za uczciwą, ale dwoje z nich poprosiło o drugą ofertę przed głosowaniem. Dozorca zgłosił, że stare wodomierze w piwnicy przeciekają od wiosny. Decyzja spodziewana jest pod koniec miesiąca.",
  cs: "Výbor se sešel v úterý večer, aby projednal nové vodoměry. Většina členů považovala cenu za přiměřenou, ale dva z nich požádali před hlasováním o druhou nabídku. Správce oznámil, že staré vodoměry ve sklepě od jara protékají. Rozhodnutí se očekává na konci měsíce.",
  ru: "Комитет собрался во вторник вечером, чтобы обсудить новые счётчики воды. Большинство членов сочли цену справедливой, но двое из них попросили перед голосованием второе предложение. Сторож сообщил, что старые счётчики в подвале протекают с весны. Решение ожидается в конце месяца.",
  uk: "Комітет зібрався у вівторок увечері, щоб обговорити нові лічильники води. Більшість членів вважали ціну справедливою, але двоє з них попросили перед голосуванням другу пропозицію. Сторож повідомив, що старі лічильники в підвалі протікають з весни. Рішення очікується наприкінці місяця.",
  el: "Η επιτροπή συνεδρίασε την Τρίτη το βράδυ για να συζητήσει τους νέους μετρητές νερού. Τα περισσότερα μέλη βρήκαν δίκαιη την τιμή, αλλά δύο από αυτά ζήτησαν δεύτερη προσφορά πριν από την ψηφοφορία. Ο επιστάτης ανέφερε ότι οι παλιοί μετρητές στο υπόγειο έχουν διαρροή από την άνοιξη. Η απόφαση αναμένεται στο τέλος του μήνα.",
  tr: "Komite, yeni su sayaçlarını görüşmek üzere salı akşamı toplandı. Üyelerin çoğu fiyatı uygun buldu, ancak ikisi oylamadan önce ikinci bir teklif istedi. Kapıcı, bodrumdaki eski sayaçların bahardan beri su sızdırdığını bildirdi. Kararın ay sonunda çıkması bekleniyor.",
  fi: "Toimikunta kokoontui tiistai-iltana keskustelemaan uusista vesimittareista. Useimpien jäsenten mielestä hinta oli kohtuullinen, mutta kaksi heistä pyysi toista tarjousta ennen äänestystä. Talonmies ilmoitti, että kellarin vanhat mittarit ovat vuotaneet keväästä asti. Päätöstä odotetaan kuukauden lopussa.",
  hu: "A bizottság kedden este ült össze, hogy megvitassa az új vízórákat. A tagok többsége méltányosnak találta az árat, de ketten közülük második ajánlatot kértek a szavazás előtt. A gondnok jelentette, hogy a pincében lévő régi órák tavasz óta szivárognak. A döntés a hónap végén várható.",
  zh: "委员会于周二晚上开会讨论新水表的事宜。大多数成员认为价格合理，但其中两人要求在表决前再拿一份报价。管理员报告说，地下室的旧水表从春天起就一直漏水。预计月底会作出决定。",
  ja: "委員会は火曜日の夜に集まり、新しい水道メーターについて話し合った。ほとんどの委員は価格を妥当だと考えたが、そのうち二人は採決の前に別の見積もりを求めた。管理人は、地下室の古いメーターが春から水漏れしていると報告した。月末に決定が出る見込みである。",
  ko: "위원회는 화요일 저녁에 모여 새 수도 계량기에 대해 논의했다. 대부분의 위원은 가격이 적당하다고 보았지만, 그중 두 명은 표결 전에 두 번째 견적을 요청했다. 관리인은 지하실의 낡은 계량기가 봄부터 새고 있다고 보고했다. 결정은 월말에 나올 것으로 예상된다.",
  ar: "اجتمعت اللجنة مساء الثلاثاء لمناقشة عدادات المياه الجديدة. ورأى معظم الأعضاء أن السعر عادل، لكن اثنين منهم طلبا عرضا ثانيا قبل التصويت. وأفاد الحارس بأن العدادات القديمة في القبو تسرب الماء منذ الربيع. ومن المتوقع اتخاذ قرار في نهاية الشهر.",
  he: "הוועדה נפגשה ביום שלישי בערב כדי לדון במוני המים החדשים. רוב החברים מצאו את המחיר הוגן, אך שניים מהם ביקשו הצעה שנייה לפני ההצבעה. השרת דיווח שהמונים הישנים במרתף דולפים מאז האביב. החלטה צפויה בסוף החודש.",
  fa: "کمیته سه‌شنبه شب برای گفت‌وگو درباره کنتورهای جدید آب تشکیل جلسه داد. بیشتر اعضا قیمت را منصفانه دانستند، اما دو نفر از آنان پیش از رأی‌گیری پیشنهاد دومی خواستند. سرایدار گزارش داد که کنتورهای قدیمی زیرزمین از بهار نشتی دارند. انتظار می‌رود تصمیم در پایان ماه گرفته شود.",
  hi: "समिति ने मंगलवार शाम को नए पानी के मीटरों पर चर्चा करने के लिए बैठक की। अधिकांश सदस्यों को कीमत उचित लगी, लेकिन उनमें से दो ने मतदान से पहले दूसरा प्रस्ताव माँगा। चौकीदार ने बताया कि तहखाने के पुराने मीटर वसंत से टपक रहे हैं। महीने के अंत में निर्णय की उम्मीद है।",
  bn: "নতুন পানির মিটার নিয়ে আলোচনা করতে কমিটি মঙ্গলবার সন্ধ্যায় বৈঠকে বসেছিল। বেশিরভাগ সদস্যের কাছে দামটি ন্যায্য মনে হয়েছে, কিন্তু তাদের দুজন ভোটের আগে দ্বিতীয় একটি প্রস্তাব চেয়েছেন। তত্ত্বাবধায়ক জানিয়েছেন যে নিচতলার পুরোনো মিটারগুলো বসন্ত থেকে চুঁইয়ে পানি ছাড়ছে। মাসের শেষে সিদ্ধান্ত আশা করা হচ্ছে।",
  ta: "புதிய தண்ணீர் மீட்டர்களைப் பற்றி விவாதிக்க குழு செவ்வாய்க்கிழமை மாலை கூடியது. பெரும்பாலான உறுப்பினர்கள் விலை நியாயமானது என்று கருதினர், ஆனால் அவர்களில் இருவர் வாக்கெடுப்புக்கு முன் இரண்டாவது விலைப்புள்ளியைக் கேட்டனர். அடித்தளத்தில் உள்ள பழைய மீட்டர்கள் வசந்த காலத்திலிருந்து கசிகின்றன என்று காவலாளி தெரிவித்தார். மாத இறுதியில் முடிவு எதிர்பார்க்கப்படுகிறது.",
  th: "คณะกรรมการประชุมกันในเย็นวันอังคารเพื่อหารือเรื่องมิเตอร์น้ำใหม่ สมาชิกส่วนใหญ่เห็นว่าราคาเหมาะสม แต่สองคนขอใบเสนอราคาที่สองก่อนลงคะแนน ผู้ดูแลอาคารรายงานว่ามิเตอร์เก่าในห้องใต้ดินรั่วมาตั้งแต่ฤดูใบไม้ผลิ คาดว่าจะมีการตัดสินใจในช่วงสิ้นเดือน",
  vi: "Ủy ban đã họp vào tối thứ Ba để thảo luận về các đồng hồ nước mới. Hầu hết các thành viên cho rằng giá cả hợp lý, nhưng hai người trong số họ yêu cầu một báo giá thứ hai trước khi bỏ phiếu. Người quản lý báo cáo rằng các đồng hồ cũ dưới tầng hầm đã bị rò rỉ từ mùa xuân. Dự kiến sẽ có quyết định vào cuối tháng.",
  id: "Komite bertemu pada Selasa malam untuk membahas meteran air yang baru. Sebagian besar anggota menganggap harganya wajar, tetapi dua di antaranya meminta penawaran kedua sebelum pemungutan suara. Penjaga melaporkan bahwa meteran lama di ruang bawah tanah bocor sejak musim semi. Keputusan diharapkan pada akhir bulan.",
  sw: "Kamati ilikutana Jumanne jioni kujadili mita mpya za maji. Wanachama wengi waliona bei ni ya haki, lakini wawili kati yao waliomba ofa ya pili kabla ya kupiga kura. Mlinzi aliripoti kwamba mita za zamani kwenye chumba cha chini zimekuwa zikivuja tangu majira ya kuchipua. Uamuzi unatarajiwa mwishoni mwa mwezi.",
  is: "Nefndin kom saman á þriðjudagskvöld til að ræða nýju vatnsmælana. Flestum nefndarmönnum þótti verðið sanngjarnt en tveir þeirra báðu um annað tilboð fyrir atkvæðagreiðsluna. Húsvörðurinn greindi frá því að gömlu mælarnir í kjallaranum hafi lekið frá því í vor. Búist er við ákvörðun í lok mánaðarins.",
  yo: "Ìgbìmọ̀ náà pàdé ní ìrọ̀lẹ́ ọjọ́ Ìṣẹ́gun láti jíròrò lórí àwọn mítà omi tuntun. Ọ̀pọ̀ àwọn ọmọ ẹgbẹ́ rí iye owó náà bí èyí tó tọ́, ṣùgbọ́n méjì nínú wọn béèrè fún ìdíyelé kejì kí wọ́n tó dìbò. Olùtọ́jú ilé ròyìn pé àwọn mítà àtijọ́ ní yàrá abẹ́ ilẹ̀ ti ń jò láti ìgbà ìrúwé. A ń retí ìpinnu ní ìparí oṣù.",
  am: "ኮሚቴው ስለ አዲሶቹ የውሃ ቆጣሪዎች ለመወያየት ማክሰኞ ምሽት ተሰበሰበ። አብዛኞቹ አባላት ዋጋው ተገቢ ነው ብለው ነበር፤ ነገር ግን ከመካከላቸው ሁለቱ ከድምጽ መስጫው በፊት ሁለተኛ የዋጋ ቅናሽ ጠየቁ። ጠባቂው በምድር ቤት ያሉት አሮጌዎቹ ቆጣሪዎች ከፀደይ ጀምሮ እያፈሰሱ መሆኑን ተናገረ። ውሳኔ በወሩ መጨረሻ ይጠበቃል።",
} as const;

export const PYTHON = `import csv
from datetime import date


class Ledger:
    def __init__(self, path):
        self.path = path
        self.rows = []

    def load(self):
        with open(self.path, newline="") as handle:
            for row in csv.DictReader(handle):
                row["amount"] = float(row["amount"])
                row["day"] = date.fromisoformat(row["day"])
                self.rows.append(row)
        return len(self.rows)

    def total(self, account=None):
        picked = [r for r in self.rows if account is None or r["account"] == account]
        return round(sum(r["amount"] for r in picked), 2)

    def by_month(self):
        months = {}
        for row in self.rows:
            key = row["day"].strftime("%Y-%m")
            months[key] = months.get(key, 0) + row["amount"]
        return dict(sorted(months.items()))
`;

export const TYPESCRIPT = `import { readFileSync } from "node:fs";

interface Row {
  account: string;
  amount: number;
  day: Date;
}

export class Ledger {
  private rows: Row[] = [];

  constructor(private readonly path: string) {}

  load(): number {
    const [header, ...lines] = readFileSync(this.path, "utf8").trim().split("\\n");
    const names = header.split(",");
    for (const line of lines) {
      const cells = line.split(",");
      const raw = Object.fromEntries(names.map((name, i) => [name, cells[i]]));
      this.rows.push({ account: raw.account, amount: Number(raw.amount), day: new Date(raw.day) });
    }
    return this.rows.length;
  }

  total(account?: string): number {
    const picked = this.rows.filter((r) => account === undefined || r.account === account);
    return Math.round(picked.reduce((sum, r) => sum + r.amount, 0) * 100) / 100;
  }

  byMonth(): Record<string, number> {
    const months: Record<string, number> = {};
    for (const row of this.rows) {
      const key = row.day.toISOString().slice(0, 7);
      months[key] = (months[key] ?? 0) + row.amount;
    }
    return Object.fromEntries(Object.entries(months).sort());
  }
}
`;

/** With mistakes, and without. */
export const SPELLING = {
  wrong:
    "We recieved you're order on monday and it will be send out tomorow. Unfortunatly the blue lamp is out off stock untill next week, but the other to items are allready packed. Please let us no wether we should wait or refund the diffrence.",
  right:
    "We received your order on Monday and it will be sent out tomorrow. Unfortunately the blue lamp is out of stock until next week, but the other two items are already packed. Please let us know whether we should wait or refund the difference.",
} as const;

export const REVIEWS = [
  "The soup was cold and nobody apologised.",
  "Best haircut I have had in years!",
  "It arrived on time, as described.",
  "Never again, the room smelled of smoke.",
  "Decent value, though the zip is a bit stiff.",
] as const;

/** Rows of a table as it is written in two ways. */
export const STOCK_CSV =
  "sku,name,price,stock\nA-101,Desk lamp,24.90,112\nA-102,Floor lamp,79.00,31\nB-220,Bedside table,54.50,17\nB-221,Bookshelf,129.00,8\nC-305,Wool blanket,39.95,64";
export const STOCK_JSON = `[
  { "sku": "A-101", "name": "Desk lamp", "price": 24.90, "stock": 112 },
  { "sku": "A-102", "name": "Floor lamp", "price": 79.00, "stock": 31 },
  { "sku": "B-220", "name": "Bedside table", "price": 54.50, "stock": 17 },
  { "sku": "B-221", "name": "Bookshelf", "price": 129.00, "stock": 8 },
  { "sku": "C-305", "name": "Wool blanket", "price": 39.95, "stock": 64 }
]`;

export const TALK = `Mara: Let's start. The landing page is live since yesterday, but the form still loses the phone number.
Jon: I saw that. I can fix it by Wednesday, it is only the validation.
Mara: Good. And the invoices for October?
Priya: Not sent yet, I am waiting for the tax number of the Lisbon office.
Mara: Can you call them today? Otherwise we miss the deadline on Friday.
Priya: Yes, I will call after lunch and send everything tomorrow.
Jon: One more thing, the test server runs out of disk again.
Mara: Then please order a bigger disk, and delete the old dumps meanwhile.`;
export const TALK_ITEMS = `- Jon: fix the phone number validation in the landing page form by Wednesday
- Priya: call the Lisbon office today for the tax number
- Priya: send the October invoices tomorrow (deadline Friday)
- Jon: order a bigger disk for the test server and delete old dumps in the meantime`;

const STOCK = [
  ["A-101", "Desk lamp", "24.90", "112"],
  ["A-102", "Floor lamp", "79.00", "31"],
  ["B-220", "Bedside table", "54.50", "17"],
  ["B-221", "Bookshelf", "129.00", "8"],
  ["C-305", "Wool blanket", "39.95", "64"],
] as const;
export const STOCK_YAML = STOCK.map(
  ([sku, name, price, stock]) => `- sku: ${sku}\n  name: ${name}\n  price: ${price}\n  stock: ${stock}`,
).join("\n");
export const STOCK_XML = `<stock>\n${STOCK.map(
  ([sku, name, price, stock]) =>
    `  <item>\n    <sku>${sku}</sku>\n    <name>${name}</name>\n    <price>${price}</price>\n    <stock>${stock}</stock>\n  </item>`,
).join("\n")}\n</stock>`;
