// Carried matter of the judged decisions: long texts made of short ones, so that the cases stay readable.

/** A unified diff of about 30 KB over a payment service; one hunk drops an idempotency check. */
export function longDiff(): string {
  const hunk = (n: number): string =>
    [
      `diff --git a/src/payments/handler_${n}.ts b/src/payments/handler_${n}.ts`,
      `--- a/src/payments/handler_${n}.ts`,
      `+++ b/src/payments/handler_${n}.ts`,
      `@@ -${n * 7},12 +${n * 7},14 @@ export async function settle${n}(order: Order) {`,
      "   const account = await accounts.byId(order.accountId);",
      n === 31
        ? "-  if (await ledger.hasEntry(order.idempotencyKey)) return;"
        : `-  logger.info("settling", order.id);`,
      n === 31
        ? "+  const attempt = order.attempt ?? 0;"
        : `+  logger.info({ orderId: order.id, step: ${n} }, "settling");`,
      "   const amount = order.lines.reduce((sum, line) => sum + line.cents, 0);",
      `+  metrics.settled.inc({ handler: "h${n}" });`,
      "   await ledger.post({ account, amount, key: order.idempotencyKey });",
      '   return { status: "settled", amount };',
      " }",
    ].join("\n");
  return Array.from({ length: 58 }, (_, n) => hunk(n)).join("\n");
}

const PASSAGES = [
  "The warehouse in Rotterdam accepts returns on weekdays from eight to six; pallets need a return number on two sides.",
  "Customers on the Standard plan may return unopened goods within 30 days of delivery; shipping is charged to the customer.",
  "Customers on the Premium plan may return goods, opened or not, within 60 days; Northwind pays the shipping label.",
  "Batteries and pressurised containers are excluded from returns by courier and must be collected by a licensed carrier.",
  "Refunds are posted to the original payment method within five working days of the inspection report.",
  "Spare parts ordered before noon leave on the same day; the cut-off on the day before a public holiday is ten o'clock.",
  "A return number expires after fourteen days; a new one can be requested once without giving a reason.",
  "The restocking fee for special orders is 15 % of the net price and is waived if the part was shipped in error.",
];

/** About 50 KB of retrieved passages on returns; the answer to the question stands in one of them. */
export function retrievedPassages(): readonly string[] {
  return Array.from(
    { length: 420 },
    (_, n) => `Section ${n + 1}. ${PASSAGES[n % PASSAGES.length]} (Revision ${2019 + (n % 7)}.)`,
  );
}

/** Two policies that contradict one another on three points, between passages that do not matter. */
export function contradictingPassages(): string {
  return [
    "[1] Travel policy, March 2025: Rail is first class above four hours. Hotels up to EUR 160 a night. Receipts within 30 days.",
    "[2] Expense handbook, January 2026: Rail is second class unless a director approves. Hotels up to EUR 180 a night in capitals.",
    "[3] Mail of the CFO, 12 February 2026: The hotel limit of the handbook is suspended until the new budget; 140 holds everywhere.",
    "[4] Travel policy, March 2025, annex: This policy takes precedence over handbooks unless a later board resolution says otherwise.",
    "[5] Board minutes, 3 February 2026: The handbook of January is adopted with immediate effect, except section 7 (rail).",
    "[6] Cafeteria notice: The salad bar opens at 11:30.",
  ].join("\n");
}

export const INVOICE = `Quantenoptik Brandt GmbH, Lise-Meitner-Ring 4, 07745 Jena
Rechnung Nr. 2026-0417        Datum: 03.03.2026     Kunde: 10482
Pos 1  Diodenlaser 780 nm, Linienbreite < 100 kHz, frequenzstabilisiert auf Rb-D2     2 Stk  a 8.940,00   17.880,00
Pos 2  Akusto-optischer Modulator 80 MHz, Beugungseffizienz > 85 %                    1 Stk  a 2.310,50    2.310,50
Pos 3  Justage und Charakterisierung der Kohärenzlänge nach Vereinbarung              6 Std  a   145,00      870,00
Zwischensumme 21.060,50   USt 19 % 4.001,50   Gesamtbetrag 25.062,00 EUR
Zahlbar innerhalb von 14 Tagen ohne Abzug. IBAN DE02 1203 0000 0000 2020 51`;

/** Sixty turns of chat about a kitchen renovation; the question at the end only points back. */
export function longChat(): readonly { role: "user" | "assistant"; content: string }[] {
  const topics = [
    "tiles",
    "the sink",
    "lighting",
    "the oven",
    "worktops",
    "paint",
    "plumbing",
    "shelves",
    "flooring",
    "sockets",
  ];
  return Array.from({ length: 60 }, (_, n) => {
    const topic = topics[Math.floor(n / 6) % topics.length];
    return n % 2 === 0
      ? {
          role: "user" as const,
          content: `What should I think of with ${topic} in a kitchen of nine square metres, point ${n / 2 + 1}?`,
        }
      : {
          role: "assistant" as const,
          content: `For ${topic}, measure twice, keep 60 cm of free space, and choose a matt finish; the budget for this point is about ${80 + n * 5} euros.`,
        };
  });
}

/** The text that a coding agent wraps around the words of its user. */
export function agentHarness(words: string): string {
  return `<system-reminder>
As you answer the user's questions, you can use the following context:
# claudeMd
Codebase and user instructions are shown below. Prefer pnpm. Never edit generated files. Run the linter before committing.
# gitStatus
Current branch: feature/queue-rewrite
Status:
 M src/queue/consumer.go
 M src/queue/consumer_test.go
?? scratch/notes.md
</system-reminder>
<environment_details>
Working directory: /home/dev/broker
Platform: linux
Files: src/queue/consumer.go, src/queue/lease.go, src/queue/heap.go, src/api/server.go, go.mod, Makefile
</environment_details>
${words}`;
}
