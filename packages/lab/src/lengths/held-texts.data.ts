// Texts written for the study of lengths, on which nothing is tuned: they judge.

/** One passage in many languages. */
export const HARBOUR = {
  en: "My grandmother kept a small shop beside the harbour. In winter, when the boats stayed in, she sold more tea than bread, and the fishermen dried their gloves on her stove. I learned to count there, with buttons and coins, while the rain ran down the window. Years later I still know what every drawer smelled of.",
  de: "Meine Großmutter führte einen kleinen Laden am Hafen. Im Winter, wenn die Boote drinnen blieben, verkaufte sie mehr Tee als Brot, und die Fischer trockneten ihre Handschuhe auf ihrem Ofen. Dort lernte ich zählen, mit Knöpfen und Münzen, während der Regen das Fenster hinunterlief. Noch Jahre später weiß ich, wonach jede Schublade roch.",
  fr: "Ma grand-mère tenait une petite boutique près du port. En hiver, quand les bateaux restaient à quai, elle vendait plus de thé que de pain, et les pêcheurs faisaient sécher leurs gants sur son poêle. C'est là que j'ai appris à compter, avec des boutons et des pièces, pendant que la pluie coulait sur la vitre. Des années plus tard, je sais encore ce que sentait chaque tiroir.",
  es: "Mi abuela tenía una pequeña tienda junto al puerto. En invierno, cuando los barcos no salían, vendía más té que pan, y los pescadores secaban los guantes en su estufa. Allí aprendí a contar, con botones y monedas, mientras la lluvia corría por el cristal. Años después todavía sé a qué olía cada cajón.",
  pt: "A minha avó tinha uma pequena loja junto ao porto. No inverno, quando os barcos não saíam, vendia mais chá do que pão, e os pescadores secavam as luvas no fogão dela. Foi ali que aprendi a contar, com botões e moedas, enquanto a chuva escorria pela janela. Anos depois ainda sei a que cheirava cada gaveta.",
  it: "Mia nonna aveva una piccola bottega accanto al porto. D'inverno, quando le barche restavano in porto, vendeva più tè che pane, e i pescatori asciugavano i guanti sulla sua stufa. Lì ho imparato a contare, con bottoni e monete, mentre la pioggia scorreva sulla finestra. Anni dopo so ancora che odore aveva ogni cassetto.",
  nl: "Mijn grootmoeder had een winkeltje aan de haven. In de winter, als de boten binnen bleven, verkocht ze meer thee dan brood, en de vissers droogden hun handschoenen op haar kachel. Daar leerde ik tellen, met knopen en munten, terwijl de regen langs het raam liep. Jaren later weet ik nog waar elke la naar rook.",
  pl: "Moja babcia prowadziła mały sklepik przy porcie. Zimą, kiedy łodzie nie wypływały, sprzedawała więcej herbaty niż chleba, a rybacy suszyli rękawice na jej piecu. Tam nauczyłem się liczyć, na guzikach i monetach, podczas gdy deszcz spływał po szybie. Po latach wciąż wiem, czym pachniała każda szuflada.",
  ru: "Моя бабушка держала маленькую лавку у гавани. Зимой, когда лодки не выходили в море, она продавала больше чая, чем хлеба, а рыбаки сушили рукавицы на её печке. Там я научился считать на пуговицах и монетах, пока дождь стекал по окну. Спустя годы я всё ещё помню, чем пах каждый ящик.",
  tr: "Büyükannemin limanın yanında küçük bir dükkânı vardı. Kışın tekneler denize çıkmadığında ekmekten çok çay satardı, balıkçılar da eldivenlerini onun sobasında kuruturdu. Yağmur camdan aşağı akarken ben orada düğmeler ve bozuk paralarla saymayı öğrendim. Yıllar sonra hâlâ her çekmecenin nasıl koktuğunu bilirim.",
  zh: "我的祖母在港口旁边开了一家小店。冬天船不出海的时候，她卖的茶比面包还多，渔民们就在她的炉子上烘手套。雨水顺着窗户流下来，我就在那里用纽扣和硬币学会了数数。多年以后，我仍然记得每个抽屉的味道。",
  ja: "祖母は港のそばで小さな店を営んでいた。船が出ない冬には、パンよりもお茶のほうがよく売れ、漁師たちは祖母のストーブで手袋を乾かした。雨が窓を伝うあいだ、私はそこでボタンと小銭を使って数え方を覚えた。何年も経った今でも、どの引き出しがどんな匂いだったか覚えている。",
  ko: "할머니는 항구 옆에서 작은 가게를 하셨다. 배가 나가지 않는 겨울이면 빵보다 차가 더 많이 팔렸고, 어부들은 할머니의 난로에 장갑을 말렸다. 나는 창문으로 비가 흘러내리는 동안 그곳에서 단추와 동전으로 셈을 배웠다. 세월이 지난 지금도 서랍마다 어떤 냄새가 났는지 안다.",
  ar: "كانت جدتي تملك دكانا صغيرا بجانب الميناء. وفي الشتاء حين تبقى القوارب راسية كانت تبيع من الشاي أكثر مما تبيع من الخبز، وكان الصيادون يجففون قفازاتهم على موقدها. هناك تعلمت العد بالأزرار والقطع النقدية بينما كان المطر ينساب على النافذة. وبعد سنوات ما زلت أعرف رائحة كل درج.",
  hi: "मेरी दादी बंदरगाह के पास एक छोटी दुकान चलाती थीं। सर्दियों में, जब नावें बाहर नहीं जाती थीं, वे रोटी से ज़्यादा चाय बेचती थीं, और मछुआरे उनके चूल्हे पर अपने दस्ताने सुखाते थे। वहीं मैंने बटनों और सिक्कों से गिनना सीखा, जब बारिश खिड़की पर बहती रहती थी। बरसों बाद भी मुझे पता है कि हर दराज़ से कैसी महक आती थी।",
  th: "ยายของฉันเปิดร้านเล็กๆ อยู่ข้างท่าเรือ ในหน้าหนาวเมื่อเรือไม่ออกทะเล ยายขายชาได้มากกว่าขนมปัง และชาวประมงก็ตากถุงมือบนเตาของยาย ฉันหัดนับเลขที่นั่นด้วยกระดุมกับเหรียญ ขณะที่ฝนไหลลงมาตามหน้าต่าง หลายปีผ่านไป ฉันยังจำได้ว่าลิ้นชักแต่ละช่องมีกลิ่นอะไร",
  fi: "Isoäidilläni oli pieni kauppa sataman vieressä. Talvella, kun veneet pysyivät rannassa, hän myi enemmän teetä kuin leipää, ja kalastajat kuivasivat käsineitään hänen uuninsa päällä. Siellä opin laskemaan napeilla ja kolikoilla, kun sade valui pitkin ikkunaa. Vuosien jälkeen tiedän yhä, miltä jokainen laatikko tuoksui.",
  uk: "Моя бабуся тримала маленьку крамницю біля гавані. Узимку, коли човни не виходили в море, вона продавала більше чаю, ніж хліба, а рибалки сушили рукавиці на її печі. Там я навчився лічити на ґудзиках і монетах, поки дощ стікав по вікну. Через роки я досі знаю, чим пахла кожна шухляда.",
  vi: "Bà tôi có một cửa hàng nhỏ bên bến cảng. Vào mùa đông, khi thuyền không ra khơi, bà bán được nhiều trà hơn bánh mì, và những người đánh cá hong găng tay trên bếp lò của bà. Tôi học đếm ở đó, bằng cúc áo và đồng xu, trong khi mưa chảy dài trên cửa sổ. Nhiều năm sau tôi vẫn nhớ mỗi ngăn kéo có mùi gì.",
  bn: "আমার দাদি বন্দরের পাশে একটি ছোট দোকান চালাতেন। শীতকালে যখন নৌকাগুলো বের হতো না, তখন তিনি রুটির চেয়ে চা বেশি বিক্রি করতেন, আর জেলেরা তাঁর চুলায় দস্তানা শুকাত। জানালা বেয়ে বৃষ্টি নামার সময় আমি সেখানে বোতাম আর পয়সা দিয়ে গুনতে শিখেছিলাম। বহু বছর পরেও আমি জানি কোন ড্রয়ারে কেমন গন্ধ ছিল।",
} as const;

export const GO = `package queue

import (
	"errors"
	"sync"
	"time"
)

var ErrClosed = errors.New("queue is closed")

type Item struct {
	Key     string
	Payload []byte
	Due     time.Time
}

type Queue struct {
	mu     sync.Mutex
	items  []Item
	closed bool
}

func (q *Queue) Push(item Item) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return ErrClosed
	}
	q.items = append(q.items, item)
	return nil
}

func (q *Queue) Pop(now time.Time) (Item, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, item := range q.items {
		if !item.Due.After(now) {
			q.items = append(q.items[:i], q.items[i+1:]...)
			return item, true
		}
	}
	return Item{}, false
}

func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
}
`;

export const RUST = `use std::sync::Mutex;
use std::time::SystemTime;

#[derive(Debug, PartialEq)]
pub struct Closed;

#[derive(Clone, Debug)]
pub struct Item {
    pub key: String,
    pub payload: Vec<u8>,
    pub due: SystemTime,
}

#[derive(Default)]
struct State {
    items: Vec<Item>,
    closed: bool,
}

#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
}

impl Queue {
    pub fn push(&self, item: Item) -> Result<(), Closed> {
        let mut state = self.state.lock().unwrap();
        if state.closed {
            return Err(Closed);
        }
        state.items.push(item);
        Ok(())
    }

    pub fn pop(&self, now: SystemTime) -> Option<Item> {
        let mut state = self.state.lock().unwrap();
        let at = state.items.iter().position(|item| item.due <= now)?;
        Some(state.items.remove(at))
    }

    pub fn close(&self) {
        self.state.lock().unwrap().closed = true;
    }
}
`;

/** As a learner wrote it, and corrected. */
export const GERMAN_SPELLING = {
  wrong:
    "Sehr geehrte Frau Lindner, wie letzte woche besprochen sende ich ihnen anbei die Rechnung für die reperatur der Heizung. Bitte überweissen sie den Betrag bis zum fünfzenten. Falls sie noch fragen haben, erreichen sie mich vormittags am telephon.",
  right:
    "Sehr geehrte Frau Lindner, wie letzte Woche besprochen sende ich Ihnen anbei die Rechnung für die Reparatur der Heizung. Bitte überweisen Sie den Betrag bis zum Fünfzehnten. Falls Sie noch Fragen haben, erreichen Sie mich vormittags am Telefon.",
} as const;
export const ENGLISH_SPELLING = {
  wrong:
    "teh new scedule starts in january. everyone who work on saturdays get a day off in the folowing week, and you can choose wich one. please write you're wishes in the list befor the twentyth, other wise the office decides.",
  right:
    "The new schedule starts in January. Everyone who works on Saturdays gets a day off in the following week, and you can choose which one. Please write your wishes in the list before the twentieth, otherwise the office decides.",
} as const;

export const TICKETS = [
  "The app closes as soon as I open the camera.",
  "I was charged twice for the March invoice.",
  "How do I change the language of the newsletter?",
  "Your courier left the parcel in the rain.",
  "Please delete my account and all my data.",
  "Dark mode would be lovely on the tablet.",
] as const;

export const YAML = `service: billing
replicas: 3
image: registry.local/billing:4.2
env:
  DATABASE_URL: postgres://billing@db/billing
  QUEUE: invoices
ports:
  - 8080
  - 9090
limits:
  cpu: 500m
  memory: 256Mi
`;
export const YAML_AS_JSON = `{
  "service": "billing",
  "replicas": 3,
  "image": "registry.local/billing:4.2",
  "env": {
    "DATABASE_URL": "postgres://billing@db/billing",
    "QUEUE": "invoices"
  },
  "ports": [8080, 9090],
  "limits": {
    "cpu": "500m",
    "memory": "256Mi"
  }
}`;

export const DIARY = `14 March: the first swallows came back, two pairs under the roof of the barn.
17 March: frost again, the apricots lost most of their flowers.
21 March: sowed peas and broad beans, six rows each.
26 March: the pump failed, Emil replaced the seal and cleaned the filter.
2 April: twelve lambs so far, one of them raised by hand.
5 April: heavy rain, the lower field is under water up to the fence.
9 April: sold forty kilos of stored apples at the market in town.`;
export const DIARY_EVENTS = `- 14 March: first swallows return (two pairs)
- 17 March: frost, apricots lose most flowers
- 21 March: peas and broad beans sown (six rows each)
- 26 March: pump fails, Emil replaces the seal and cleans the filter
- 2 April: twelve lambs born, one raised by hand
- 5 April: heavy rain, lower field flooded
- 9 April: forty kilos of apples sold at the market`;
