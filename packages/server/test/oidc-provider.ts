// A small OpenID Connect provider on a real socket: discovery, keys, token endpoint with PKCE and client secret.
// A test plays the person at the authorisation page by asking for a code directly; a real browser visits the page, where
// `person` agrees immediately.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Claims {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** In place of what the provider truly says, as tokens of others do. */
  readonly iss?: string;
  readonly aud?: string;
  readonly exp?: number;
}

interface Grant {
  readonly claims: Claims;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

export interface OidcProvider {
  readonly issuer: string;
  /** The provider's step after the person agreed: the query with which the browser is sent back. */
  authorise(authorisationUrl: string, claims: Claims): string;
  /** Who agrees at the provider's own page from now on; undefined turns back there. */
  person: Claims | undefined;
  /** Makes the ID tokens carry another nonce, as replayed ones would. */
  spoilNonce(): void;
  /** Signs the ID tokens with a key that the provider never published, or with its own again. */
  forgeSignatures(isForged: boolean): void;
  close(): Promise<void>;
}

export const CLIENT = { id: "signalbox", secret: "a client secret" };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

class Provider {
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #foreignKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #grants = new Map<string, Grant>();
  issuer = "";
  isNonceSpoilt = false;
  isForged = false;
  person: Claims | undefined;

  grant(grant: Grant): string {
    const code = randomBytes(16).toString("hex");
    this.#grants.set(code, grant);
    return code;
  }

  authorise(authorisationUrl: string, claims: Claims): string {
    const asked = new URL(authorisationUrl).searchParams;
    const code = this.grant({
      claims,
      nonce: asked.get("nonce") ?? "",
      challenge: asked.get("code_challenge") ?? "",
      redirectUri: asked.get("redirect_uri") ?? "",
    });
    return new URLSearchParams({ code, state: asked.get("state") ?? "", iss: this.issuer }).toString();
  }

  /** The address to which the provider's own page sends a real browser. */
  leave(authorisationUrl: string): string {
    const asked = new URL(authorisationUrl).searchParams;
    const refused = { error: "access_denied", state: asked.get("state") ?? "", iss: this.issuer };
    const query =
      this.person === undefined
        ? new URLSearchParams(refused).toString()
        : this.authorise(authorisationUrl, this.person);
    return `${asked.get("redirect_uri") ?? ""}?${query}`;
  }

  metadata() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorise`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  keySet() {
    return {
      keys: [{ ...this.#keys.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }],
    };
  }

  idToken({ claims, nonce }: Grant): string {
    const nowS = Math.floor(Date.now() / 1000);
    const spoilt = this.isNonceSpoilt ? "another" : nonce;
    const payload = {
      iss: this.issuer,
      aud: CLIENT.id,
      iat: nowS,
      exp: nowS + 300,
      nonce: spoilt,
      ...claims,
    };
    const signed = `${encode({ alg: "RS256", kid: "1", typ: "JWT" })}.${encode(payload)}`;
    const { privateKey } = this.isForged ? this.#foreignKeys : this.#keys;
    return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
  }

  redeem(form: URLSearchParams): object | undefined {
    const code = form.get("code") ?? "";
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      grant !== undefined &&
      grant.challenge === challenge &&
      grant.redirectUri === form.get("redirect_uri") &&
      form.get("client_id") === CLIENT.id &&
      form.get("client_secret") === CLIENT.secret;
    return isRight
      ? { access_token: "opaque", token_type: "Bearer", expires_in: 300, id_token: this.idToken(grant) }
      : undefined;
  }

  async answer(request: IncomingMessage): Promise<object | undefined> {
    if (request.url === "/.well-known/openid-configuration") return this.metadata();
    if (request.url === "/keys") return this.keySet();
    if (request.url === "/token") return this.redeem(new URLSearchParams(await text(request)));
    return undefined;
  }
}

function send(response: ServerResponse, body: object | undefined): void {
  response.writeHead(body === undefined ? 400 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(body ?? { error: "invalid_grant" }));
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const provider = new Provider();
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/authorise?") === true) {
      response.writeHead(303, { location: provider.leave(`${provider.issuer}${request.url}`) }).end();
      return;
    }
    provider.answer(request).then(
      (body) => send(response, body),
      () => send(response, undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer: provider.issuer,
    authorise: (authorisationUrl, claims) => provider.authorise(authorisationUrl, claims),
    get person() {
      return provider.person;
    },
    set person(claims) {
      provider.person = claims;
    },
    spoilNonce: () => {
      provider.isNonceSpoilt = true;
    },
    forgeSignatures: (isForged) => {
      provider.isForged = isForged;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
