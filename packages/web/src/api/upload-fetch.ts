// A fetch that tells how much of the body has been sent, which the browser's own fetch does not: for large uploads.

export interface Sent {
  readonly bytes: number;
  /** Size of the whole body, the form around the file included. */
  readonly totalBytes: number;
}

function readHeaders(call: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of call
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const separator = line.indexOf(":");
    if (separator > 0) headers.append(line.slice(0, separator), line.slice(separator + 1).trim());
  }
  return headers;
}

/** The body must be one that a form sends: text, FormData or a Blob. */
export function createUploadFetch(onSent: (sent: Sent) => void): typeof globalThis.fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const call = new XMLHttpRequest();
      const { signal } = init;
      call.open(init.method ?? "GET", input instanceof Request ? input.url : input);
      new Headers(init.headers).forEach((value, name) => call.setRequestHeader(name, value));
      call.upload.addEventListener("progress", (event) =>
        onSent({ bytes: event.loaded, totalBytes: event.total }),
      );
      call.addEventListener("load", () =>
        resolve(new Response(call.responseText, { status: call.status, headers: readHeaders(call) })),
      );
      call.addEventListener("error", () => reject(new TypeError("the connection broke")));
      call.addEventListener("abort", () => reject(new DOMException("the call was cancelled", "AbortError")));
      signal?.addEventListener("abort", () => call.abort(), { once: true });
      call.send(init.body as XMLHttpRequestBodyInit);
    });
}
