// Downloads from a real server on this machine that breaks off, lies and stands still.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { downloadFile, publicAddressOf, type DownloadRequest } from "./download-file.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-download-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const FILE = randomBytes(300_000);
const sha256 = createHash("sha256").update(FILE).digest("hex");

/** Calls `run` with the address of a server that answers so. */
async function served(answer: RequestListener, run: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  try {
    await run(`http://127.0.0.1:${port}/model.onnx?signature=secret`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

let count = 0;
function requestOf(address: string, more: Partial<DownloadRequest> = {}): DownloadRequest {
  count += 1;
  return { address, to: join(folder, `${count}`, "model.onnx"), sha256, bytesMax: 1e6, ...more };
}

const whole: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-length": FILE.length }).end(FILE);
};

/** Serves ranges, and breaks off every answer at the middle of the file. */
function breakingServer(ranges: (string | undefined)[]): RequestListener {
  return (request, response) => {
    const { range } = request.headers;
    ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    const half = FILE.length / 2;
    response.writeHead(from > 0 ? 206 : 200, {
      "content-length": FILE.length - from,
      ...(from > 0 ? { "content-range": `bytes ${from}-${FILE.length - 1}/${FILE.length}` } : {}),
    });
    if (from >= half) response.end(FILE.subarray(from));
    else response.write(FILE.subarray(from, half), () => setTimeout(() => response.destroy(), 50));
  };
}

test("a file comes whole, and its progress is reported to the end", () =>
  served(whole, async (address) => {
    const seen: number[] = [];
    const wanted = requestOf(address, {
      onProgress: (bytes, total) => {
        assert.equal(total, FILE.length);
        seen.push(bytes);
      },
    });
    await downloadFile(wanted);
    assert.deepEqual(readFileSync(wanted.to), FILE);
    assert.equal(seen.at(-1), FILE.length);
    assert.ok(!existsSync(`${wanted.to}.part`));
  }));

test("a download that broke off leaves no file, and goes on where it stopped", () => {
  const ranges: (string | undefined)[] = [];
  return served(breakingServer(ranges), async (address) => {
    const wanted = requestOf(address);
    await assert.rejects(downloadFile(wanted), { code: "dependency_unavailable" });
    assert.ok(!existsSync(wanted.to));
    const kept = readFileSync(`${wanted.to}.part`).length;
    assert.ok(kept > 0 && kept <= FILE.length / 2);
    // The middle may not have come whole; then the second try breaks off there.
    for (let tries = 0; tries < 3 && !existsSync(wanted.to); tries += 1)
      await downloadFile(wanted).catch(() => undefined);
    assert.deepEqual(readFileSync(wanted.to), FILE);
    assert.equal(ranges[1], `bytes=${kept}-`);
  });
});

test("a server that knows no ranges sends the whole again", () =>
  served(whole, async (address) => {
    const wanted = requestOf(address);
    await downloadFile(wanted);
    rmSync(wanted.to);
    writeFileSync(`${wanted.to}.part`, "another beginning");
    await downloadFile(wanted);
    assert.deepEqual(readFileSync(wanted.to), FILE);
  }));

test("a range that the server cannot give starts from the beginning", () => {
  const answer: RequestListener = (request, response) => {
    if (request.headers.range === undefined) whole(request, response);
    else response.writeHead(416).end();
  };
  return served(answer, async (address) => {
    const wanted = requestOf(address);
    await downloadFile(wanted);
    rmSync(wanted.to);
    writeFileSync(`${wanted.to}.part`, Buffer.concat([FILE, FILE]));
    await downloadFile(wanted);
    assert.deepEqual(readFileSync(wanted.to), FILE);
  });
});

test("another file is refused with both digests, and nothing of it stays", () =>
  served(whole, async (address) => {
    const other = "0".repeat(64);
    const wanted = requestOf(address, { sha256: other });
    await assert.rejects(downloadFile(wanted), (fault: Error) => {
      assert.match(fault.message, new RegExp(`${sha256}.*${other}`));
      assert.doesNotMatch(fault.message, /secret/);
      return true;
    });
    assert.ok(!existsSync(wanted.to) && !existsSync(`${wanted.to}.part`));
  }));

test("a file larger than the bound is not read to its end, whether its length is stated or not", async () => {
  await served(whole, (address) =>
    assert.rejects(downloadFile(requestOf(address, { bytesMax: 1000 })), /more than 1,000 bytes/),
  );
  const endless: RequestListener = (_request, response) => {
    const send = (): void => {
      if (!response.destroyed) response.write(FILE, () => setImmediate(send));
    };
    send();
  };
  await served(endless, (address) => assert.rejects(downloadFile(requestOf(address)), /more than 1,000,000/));
});

test("a server that stands still, answers a fault or is not there is a fault with advice", async () => {
  await served(
    () => undefined,
    (address) =>
      assert.rejects(downloadFile(requestOf(address, { idleMs: 100 })), { code: "dependency_unavailable" }),
  );
  await served(
    (_request, response) => response.writeHead(404).end(),
    (address) => assert.rejects(downloadFile(requestOf(address)), /answers 404\. Check the address/),
  );
  await assert.rejects(downloadFile(requestOf("http://127.0.0.1:9/model.onnx")), /cannot be reached/);
});

test("an address is shown without what may be secret", () => {
  assert.equal(
    publicAddressOf("https://user:pass@host.example/a/b.onnx?token=x#y"),
    "https://host.example/a/b.onnx",
  );
});
