// A service that fetches its list unattended: from a real address, signed, and with faults.
import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";

import { readList } from "../src/index.ts";
import { EXAMPLE, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const listOf = (input: number): string =>
  JSON.stringify({
    "gpt-4o-mini": {
      litellm_provider: "openai",
      mode: "chat",
      input_cost_per_token: input / 1e6,
      output_cost_per_token: 4e-6,
    },
  });
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const KEY = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

let content = listOf(3);
let signed = content;
let fetches = 0;
let server: Server;
let address: string;
before(async () => {
  server = createServer(({ url }, answer) => {
    if (url === "/list.json") answer.end(content, () => (fetches += 1));
    else if (url === "/list.json.sig")
      answer.end(sign(null, Buffer.from(signed), privateKey).toString("base64"));
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.json`;
});
after(() => {
  server.close();
});

const priceOf = (service: TestService): number | undefined =>
  service.context.catalog.at(Date.now()).get("openai/gpt-4o-mini")?.prices?.inputUsdPerMTok;

async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 400 && !holds(); round += 1)
    await new Promise((resolve) => setTimeout(resolve, 25));
  assert.ok(holds());
}

test("the list is fetched at the start, decides, and names itself in the answer", async () => {
  content = listOf(3);
  const service = await startTestService({ flags: { "catalog-refresh-url": address } });
  try {
    await until(() => priceOf(service) === 3);
    let version = "";
    for (let round = 0; round < 200 && !version.includes("litellm-list"); round += 1) {
      const { explanation } = await selected(service, { ...EXAMPLE, include: ["explanation"] });
      version = explanation?.versions.catalogue ?? "";
    }
    assert.match(version, /litellm-list@[0-9a-f]{12}/);
  } finally {
    await service.close();
  }
});

test("a list with a fault changes nothing, and the service goes on", async () => {
  content = listOf(-3);
  fetches = 0;
  const service = await startTestService({ flags: { "catalog-refresh-url": address } });
  try {
    await until(() => fetches > 0);
    const { llm_label } = await selected(service, EXAMPLE);
    assert.ok(llm_label.length > 0);
    assert.notEqual(priceOf(service), -3);
    assert.doesNotMatch(service.context.catalog.version, /list/);
  } finally {
    await service.close();
  }
});

test("a signature or a digest behind the address must fit the content", async () => {
  content = listOf(3);
  signed = content;
  const held = `${address}#ed25519=${KEY}`;
  assert.equal(await readList(held), content);
  signed = listOf(2);
  await assert.rejects(readList(held), { code: "invalid_data", message: /is not signed with this key/ });
  await assert.rejects(readList(`${address}#sha256=${"0".repeat(64)}`), {
    message: /has the digest [0-9a-f]{64}/,
  });
  await assert.rejects(readList(`${address}#md5=1`), { message: /#sha256=HEX or #ed25519=KEY/ });
  await assert.rejects(readList(address.replace("list", "none")), { message: /it answers 404/ });
});
