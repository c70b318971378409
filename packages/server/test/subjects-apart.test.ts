// Conversations of several people that one key asks for, many of which begin with the same words: no chain, export or erasure
// of one holds a word of another.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type {
  DecisionDetail,
  ListedDecision,
  Page,
  PrivacyCount,
  SelectResponse,
} from "@signalbox/contracts";
import fc from "fast-check";

import { fillAccount, selectWith, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "heron");
  await account.browser.call("PATCH", "/account", { body: { settings: { retention: "text" } } });
});
after(() => service.close());

/** Set it to 650 for some 10,000 exports. */
const RUNS = Number(process.env["SUBJECT_RUNS"] ?? 8);
const SHARED = ["Hello", "Hi, can you help me?", "I lost my key."];
const PEOPLE = 4;

interface Conversation {
  readonly person: number;
  /** Place in `SHARED` of each turn's words; the answer and the last turn's words are the person's own where asked. */
  readonly lines: readonly number[];
  readonly hasOwnAnswers: boolean;
}

const conversation = fc.record({
  person: fc.integer({ min: 0, max: PEOPLE - 1 }),
  lines: fc.array(fc.integer({ min: 0, max: SHARED.length - 1 }), { minLength: 1, maxLength: 4 }),
  hasOwnAnswers: fc.boolean(),
});

let run = 0;
const subjectOf = (person: number): string => `person-${run}-${person}`;
/** No beginning of another one. */
const wordOf = (person: number): string => `[words of ${run}-${person}]`;

interface Asked {
  readonly person: number;
  readonly sessionId: string;
}

/** The requests of one conversation, each with all that was said before it. */
function requestsOf({ person, lines, hasOwnAnswers }: Conversation): object[] {
  const messages: object[] = [];
  return lines.map((line, at) => {
    const isOwn = at > 0 && at === lines.length - 1;
    messages.push({ role: "user", content: isOwn ? `${SHARED[line]} ${wordOf(person)}` : SHARED[line] });
    const sent = [...messages];
    messages.push({ role: "assistant", content: hasOwnAnswers ? `Yes. ${wordOf(person)}` : "Yes." });
    return { messages: sent, subject: subjectOf(person) };
  });
}

/** One request of each conversation after the other, as they would come in. */
async function askInTurn(conversations: readonly Conversation[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  const all = conversations.map((each) => ({ person: each.person, requests: requestsOf(each) }));
  for (let turn = 0; turn < 4; turn += 1)
    for (const { person, requests } of all) {
      const request = requests[turn];
      if (request === undefined) continue;
      service.clock.ms += 10;
      const { session_id: sessionId }: SelectResponse = await selectWith(service, account, request);
      asked.push({ person, sessionId });
    }
  return asked;
}

const exported = async (selection: object): Promise<string> =>
  (await account.browser.call("POST", "/privacy/export", { body: selection })).text;

function assertNobodyElse(text: string, person: number, what: string): void {
  for (let other = 0; other < PEOPLE; other += 1)
    if (other !== person)
      assert.ok(!text.includes(wordOf(other)), `${what} of ${person} has words of ${other}`);
}

/** The turns of the session that a decision belongs to. */
async function chainOf(id: string): Promise<readonly ListedDecision[]> {
  const { chain_id: chainId } = await account.browser.get<DecisionDetail>(`/decisions/${id}`);
  return (await account.browser.get<Page<ListedDecision>>(`/decisions?chain_id=${chainId}`)).data;
}

test("no export, count or chain of one person's session holds a word of another, however their conversations begin", async (context) => {
  let exports = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(conversation, { minLength: 2, maxLength: 8 }), async (conversations) => {
      run += 1;
      const asked = await askInTurn(conversations);
      const ofPerson = new Map(asked.map(({ sessionId, person }) => [sessionId, person]));
      for (const { person, sessionId } of asked) {
        assertNobodyElse(await exported({ session_ids: [sessionId] }), person, "an export by session");
        const data = await chainOf(sessionId);
        for (const { session_id: id } of data)
          assert.equal(ofPerson.get(id), person, "a chain of two people");
        exports += 1;
      }
      for (let person = 0; person < PEOPLE; person += 1) {
        const text = await exported({ subject: subjectOf(person) });
        assertNobodyElse(text, person, "an export by subject");
        for (const own of asked) assert.equal(text.includes(own.sessionId), own.person === person);
      }
    }),
    { numRuns: RUNS },
  );
  context.diagnostic(`${exports} exports by session`);
  assert.ok(exports >= RUNS);
});

test("a chain that a caller tied over two people is followed for one of them, and what is left out is said", async () => {
  run += 1;
  const say = (person: number, more: object = {}) =>
    selectWith(service, account, {
      messages: [{ role: "user", content: wordOf(person) }],
      subject: subjectOf(person),
      ...more,
    });
  const first = await say(0);
  const second = await say(1, { previous_session: first.session_id });
  const third = await say(0, { previous_session: second.session_id });
  const selection = { session_ids: [first.session_id] };
  const counted = await account.browser.post<PrivacyCount>("/privacy/count", selection);
  assert.deepEqual([counted.decisions, counted.left_out], [2, 1]);
  const text = await exported(selection);
  assert.ok(text.includes(third.session_id) && !text.includes(wordOf(1)));
  assert.match(text, /"type":"left_out","decisions":1/);
  const { to, decisions } = counted;
  const erased = await account.browser.call("POST", "/privacy/erase", {
    body: { ...selection, to, decisions },
  });
  assert.deepEqual(erased.body, { decisions: 2, feedback: 0, left_out: 1, remaining: 0 });
  assert.ok((await exported({ subject: subjectOf(1) })).includes(wordOf(1)));
});

test("the only conversation that fits is not gone on with for another person", async () => {
  run += 1;
  const hello = { role: "user", content: `${wordOf(0)} Hello` };
  const later = [hello, { role: "assistant", content: "Yes." }, { role: "user", content: "And?" }];
  await selectWith(service, account, { messages: [hello], subject: subjectOf(0) });
  const { session_id: id } = await selectWith(service, account, { messages: later, subject: subjectOf(1) });
  const data = await chainOf(id);
  assert.deepEqual(
    data.map(({ session_id }) => session_id),
    [id],
  );
});

test("of two open conversations with the same words neither is joined, no matter who asked and where it is remembered", async () => {
  run += 1;
  const hello = [{ role: "user", content: `${wordOf(0)} Hello` }];
  const [first, second] = [
    await selectWith(service, account, { messages: hello }),
    await selectWith(service, account, { messages: hello }),
  ];
  const next = [...hello, { role: "assistant", content: "Yes?" }, { role: "user", content: "More." }];
  const third = await selectWith(service, account, { messages: next });
  for (const { session_id: id } of [first, second, third]) {
    const data = await chainOf(id);
    assert.deepEqual(
      data.map(({ session_id: found }) => found),
      [id],
    );
  }
});
