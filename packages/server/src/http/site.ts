// The dashboard's built files, read once into memory: a request can only ever name what was there at the start.
// Addresses that are no file and no API get the start page, because the dashboard has its own addresses.
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";

import type { FastifyReply, FastifyRequest } from "fastify";

import { acceptsBrotli, acceptsGzip } from "./compressed-answer.ts";
import { serverTiming } from "./request-state.ts";
import { API_PREFIX } from "./route.ts";
import { API_HEADERS, PAGE_HEADERS } from "./security-headers.ts";
import type { SendPage } from "./unknown-address.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const INCOMPRESSIBLE = new Set([".png", ".woff2", ".ico"]);

/** Beside a file, the same as the build has compressed it. */
const BROTLI = ".br";

/** One file; `gzipped` is made when it is first asked for. */
export interface PageFile {
  readonly body: Buffer;
  readonly mediaType: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly isCompressible: boolean;
  readonly brotli: Buffer | undefined;
  gzipped: Buffer | undefined;
}

/** @param path "/assets/app-1a2b.js"; files below `/assets/` carry a hash in their name and never change */
export function pageFile(path: string, body: Buffer, brotli?: Buffer): PageFile {
  const extension = extname(path);
  return {
    body,
    mediaType: MEDIA_TYPES[extension] ?? "application/octet-stream",
    etag: `"${hash("sha256", body, "base64url").slice(0, 22)}"`,
    cacheControl: path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    isCompressible: !INCOMPRESSIBLE.has(extension) && body.length > 1024,
    brotli,
    gzipped: undefined,
  };
}

function readSite(directory: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(join(directory, "index.html"))) return new Map();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith(".") && !entry.name.endsWith(BROTLI),
  );
  return new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(directory, file).split(sep).join("/")}`;
      const packed = existsSync(`${file}${BROTLI}`) ? readFileSync(`${file}${BROTLI}`) : undefined;
      return [path, pageFile(path, readFileSync(file), packed)];
    }),
  );
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile): void {
  for (const name of Object.keys(API_HEADERS)) reply.removeHeader(name);
  void reply.headers({
    ...PAGE_HEADERS,
    etag: file.etag,
    "cache-control": file.cacheControl,
    vary: "accept-encoding",
  });
  void reply.header("server-timing", serverTiming(request)).header("content-type", file.mediaType);
  if (request.headers["if-none-match"] === file.etag) {
    void reply.code(304).send();
    return;
  }
  if (file.brotli !== undefined && acceptsBrotli(request)) {
    void reply.code(200).header("content-encoding", "br").send(file.brotli);
    return;
  }
  if (!file.isCompressible || !acceptsGzip(request)) {
    void reply.code(200).send(file.body);
    return;
  }
  file.gzipped ??= gzipSync(file.body);
  void reply.code(200).header("content-encoding", "gzip").send(file.gzipped);
}

/** Names of models hold dots and slashes, so only what a browser asks for tells a page from a file that is missing. */
function isAddressOfPage(request: FastifyRequest, path: string): boolean {
  if (path === "/") return true;
  if (path === API_PREFIX || path.startsWith(`${API_PREFIX}/`) || path.startsWith("/assets/")) return false;
  return (request.headers.accept ?? "").includes("text/html");
}

/** @param directory built files; when it holds no index.html every address is left to the caller */
export function createSite(directory: string): SendPage {
  const files = readSite(directory);
  const start = files.get("/index.html");
  return (request, reply) => {
    if (start === undefined || (request.method !== "GET" && request.method !== "HEAD")) return false;
    const path = request.url.split("?", 1)[0] ?? "/";
    const file = files.get(path) ?? (isAddressOfPage(request, path) ? start : undefined);
    if (file === undefined) return false;
    sendFile(request, reply, file);
    return true;
  };
}
