import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { runCommand, type Outcome } from "../../test/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-encoder-fetch-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const FILE = Buffer.from("weights");
const sha256 = createHash("sha256").update(FILE).digest("hex");
const source = join(folder, "source.onnx");
writeFileSync(source, FILE);

const run = (...args: string[]): Promise<Outcome> => runCommand(["encoder", "fetch", ...args]);

test("a file of this machine is checked and put where it is wanted", async () => {
  const to = join(folder, "copied.onnx");
  const { code, out } = await run("--from", source, "--to", to, "--sha256", sha256);
  assert.equal(code, 0);
  assert.match(out, /copied\.onnx is in place, and its SHA-256 is right/);
  assert.deepEqual(readFileSync(to), FILE);
  assert.match((await run("--from", source, "--to", to, "--sha256", sha256)).out, /is there already/);
});

test("an address is fetched with its progress on the error stream", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-length": FILE.length }).end(FILE);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const to = join(folder, "fetched.onnx");
  const address = `http://127.0.0.1:${port}/encoder.onnx`;
  const { code, out, error } = await run("--from", address, "--to", to, "--sha256", sha256, "--json");
  server.close();
  assert.equal(code, 0, error);
  assert.deepEqual(JSON.parse(out), { path: to, from: address });
  assert.match(error, /100 %/);
});

test("the wrong file and a wrong digest are refused with advice", async () => {
  const to = join(folder, "never.onnx");
  const { code, error } = await run("--from", source, "--to", to, "--sha256", "0".repeat(64));
  assert.notEqual(code, 0);
  assert.match(error, /SHA-256/);
  assert.match((await run("--sha256", "abc")).error, /64 hexadecimal digits/);
});
