// Texts written for the token tests; no fit has seen them.

export const TOKEN_SAMPLES = {
  english: [
    "Could you look over the draft of my letter to the landlord? The heating has been broken for three weeks now, and although I have called the office four times, nobody has come to repair it. I would like the tone to stay polite but firm, and I want to mention that I am going to reduce the rent by fifteen per cent until the radiators work again.",
    "A train leaves the station at 9:40 and travels at 84 kilometres an hour. Forty minutes later a second train follows on the same line at 120 kilometres an hour. At what distance from the station does the second train catch up with the first one, and what time is it then? Show each step of the calculation.",
    "Photosynthesis converts light energy into chemical energy. In the first stage, pigments in the thylakoid membrane absorb photons and pass electrons along a chain of carriers, which builds a gradient of protons. In the second stage, the Calvin cycle fixes carbon dioxide into sugars with the help of the enzyme rubisco.",
    "Hi team, a quick summary of yesterday's meeting: we agreed to move the release to Thursday, to drop the export feature from this version, and to ask the design group for a simpler settings page. Anna will write the release notes, Tom checks the migration on a copy of the production database, and I will talk to the two customers who asked for a preview.",
    "Write a bedtime story of about three hundred words for a five-year-old. It should be about a small lighthouse that is afraid of the dark, a clever seagull who brings it a gift every evening, and a storm in which both of them find out that being brave does not mean having no fear.",
  ],
  code: [
    'import csv\nfrom collections import defaultdict\n\n\ndef totals_by_month(path):\n    """Sum the amount column for each month of the date column."""\n    totals = defaultdict(float)\n    with open(path, newline="", encoding="utf-8") as handle:\n        for row in csv.DictReader(handle):\n            month = row["date"][:7]\n            totals[month] += float(row["amount"])\n    return dict(sorted(totals.items()))\n\n\nif __name__ == "__main__":\n    for month, total in totals_by_month("payments.csv").items():\n        print(f"{month}: {total:.2f}")\n',
    'export async function fetchWithRetry(url: string, attempts = 3): Promise<Response> {\n  let lastError: unknown;\n  for (let attempt = 1; attempt <= attempts; attempt++) {\n    try {\n      const response = await fetch(url, { headers: { accept: "application/json" } });\n      if (response.ok) return response;\n      lastError = new Error(`status ${response.status}`);\n    } catch (error) {\n      lastError = error;\n    }\n    await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 100));\n  }\n  throw lastError;\n}\n',
    "SELECT c.name, COUNT(o.id) AS orders, SUM(o.total_cents) / 100.0 AS revenue\nFROM customers AS c\nLEFT JOIN orders AS o ON o.customer_id = c.id AND o.created_at >= '2026-01-01'\nWHERE c.country IN ('DE', 'AT', 'CH')\nGROUP BY c.id, c.name\nHAVING COUNT(o.id) > 2\nORDER BY revenue DESC\nLIMIT 50;\n",
    'package main\n\nimport (\n\t"fmt"\n\t"sync"\n)\n\ntype Counter struct {\n\tmu     sync.Mutex\n\tvalues map[string]int\n}\n\nfunc (c *Counter) Add(key string, delta int) int {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tc.values[key] += delta\n\treturn c.values[key]\n}\n\nfunc main() {\n\tcounter := Counter{values: make(map[string]int)}\n\tvar group sync.WaitGroup\n\tfor i := 0; i < 100; i++ {\n\t\tgroup.Add(1)\n\t\tgo func() {\n\t\t\tdefer group.Done()\n\t\t\tcounter.Add("hits", 1)\n\t\t}()\n\t}\n\tgroup.Wait()\n\tfmt.Println(counter.values["hits"])\n}\n',
    '<section class="card" id="profile">\n  <h2>Your profile</h2>\n  <form method="post" action="/profile">\n    <label for="name">Name</label>\n    <input id="name" name="name" type="text" required maxlength="80" />\n    <label for="mail">E-mail</label>\n    <input id="mail" name="mail" type="email" required />\n    <button type="submit" disabled>Save changes</button>\n  </form>\n</section>\n',
  ],
  german: [
    "Sehr geehrte Damen und Herren, vor zwei Wochen habe ich bei Ihnen einen Schreibtisch bestellt, der laut Bestätigung innerhalb von fünf Werktagen geliefert werden sollte. Bis heute ist weder das Paket angekommen noch habe ich eine Nachricht über die Verzögerung erhalten. Bitte teilen Sie mir mit, wann ich mit der Lieferung rechnen kann.",
    "Erkläre mir bitte, wie eine Wärmepumpe funktioniert. Warum kann sie mehr Wärme abgeben, als sie an elektrischer Energie verbraucht, und weshalb sinkt der Wirkungsgrad an sehr kalten Tagen? Verwende einfache Worte und ein Beispiel aus dem Alltag, denn ich möchte es meinen Kindern weitererzählen.",
    "Die Gemeinde hat beschlossen, den alten Bahnhof zu sanieren und darin eine Bibliothek einzurichten. Im Erdgeschoss entstehen ein Lesecafé und ein Raum für Veranstaltungen, im ersten Stock finden sich künftig die Kinderbücher und mehrere Arbeitsplätze. Die Bauarbeiten beginnen im Frühjahr und sollen rund achtzehn Monate dauern.",
    "Gestern sind wir mit den Fahrrädern am Fluss entlang bis zur Burgruine gefahren. Unterwegs haben wir an einer kleinen Mühle Rast gemacht, frisches Brot gekauft und den Enten zugeschaut. Auf dem Rückweg wurden wir von einem Gewitter überrascht und mussten uns eine halbe Stunde lang in einer Scheune unterstellen.",
    "Schreibe eine kurze Zusammenfassung des folgenden Vertrags. Achte besonders auf die Kündigungsfristen, die Haftung bei verspäteter Zahlung und die Frage, wer für Schäden an der gemieteten Maschine aufkommt. Weise mich auf Klauseln hin, die für den Mieter ungewöhnlich nachteilig sind, und schlage eine bessere Formulierung vor.",
    "Unsere Tochter kommt im Sommer in die Schule, und wir überlegen, ob sie den Weg schon allein gehen kann. Er ist knapp einen Kilometer lang und führt über eine Straße mit Ampel. Welche Regeln sollten wir vorher mit ihr üben, und woran erkennen wir, dass sie so weit ist?",
    "Berechne, wie viel Farbe wir für das Wohnzimmer brauchen. Der Raum ist fünf Meter lang, vier Meter breit und zweieinhalb Meter hoch, hat zwei Fenster von je anderthalb Quadratmetern und eine Tür von zwei Quadratmetern. Ein Liter reicht für acht Quadratmeter, und wir wollen zweimal streichen.",
  ],
  chinese: [
    "请帮我写一封邮件给客户，说明由于供应商延迟交货，我们的产品要推迟到下个月十五号才能发出。语气要诚恳，先道歉，再解释原因，最后提出补偿方案，例如免费升级运输方式或者在下一次订单中给予百分之五的折扣。",
    "光合作用是植物利用阳光把二氧化碳和水转化为有机物并释放氧气的过程。它分为光反应和暗反应两个阶段，前者发生在类囊体膜上，后者发生在叶绿体基质中。没有光合作用，地球上的大部分生命都无法生存。",
    "上个周末我和朋友去了郊外的山里徒步。早上天气很好，我们沿着小溪一直走到瀑布，在那里吃了自己带的午饭。下午忽然下起了大雨，幸好路边有一座旧庙，我们在里面躲了半个小时，还听守庙的老人讲了许多有趣的故事。",
    "一个水池有两个进水管和一个出水管。单独打开甲管，六小时可以注满；单独打开乙管，八小时可以注满；单独打开出水管，十二小时可以放完整池的水。如果三个管同时打开，需要多少小时才能把空水池注满？请写出详细的解题步骤。",
    "这段代码的目的是读取用户上传的表格，检查每一行的数据是否完整，然后把结果保存到数据库。现在的问题是文件比较大的时候程序运行得非常慢，内存占用也很高。请分析可能的原因，并给出改进的建议和示例。",
    "我想在家里的阳台上种一些蔬菜，但是每天只有上午三个小时的阳光。请推荐几种容易种植、不需要太多阳光的品种，并告诉我应该什么时候播种、多久浇一次水，以及怎样防止虫子。另外，花盆的大小和土壤的选择有什么要求？",
    "根据合同第七条的规定，甲方应当在收到发票之后三十日内支付全部款项。如果甲方逾期付款，每延迟一天应按照未付金额的万分之五支付违约金。请解释这一条款对乙方有哪些保护作用，以及乙方在什么情况下可以解除合同。",
    "唐朝是中国历史上最繁荣的时期之一，首都长安是当时世界上最大的城市，来自各国的商人、学者和僧人都在那里生活。请介绍一下唐朝的政治制度、对外交流和诗歌成就，并说明安史之乱为什么会成为由盛转衰的转折点。",
    "今天的会议主要讨论了三个问题：第一，新版本的发布时间推迟一周；第二，客服部门需要再招聘两名员工；第三，市场部下个月要在上海举办一次产品展示活动，预算不超过二十万元。请把以上内容整理成一份正式的会议纪要。",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
