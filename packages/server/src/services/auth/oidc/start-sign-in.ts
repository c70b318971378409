// The way out to the provider. State, nonce and the code verifier travel in a short-lived HttpOnly cookie, so that any
// replica can receive the browser when it comes back, and only the browser that left can.
import { trimSlashes } from "@signalbox/contracts";
import type { ServiceContext } from "../../../context/service-context.ts";
import { getProvider, loadOidcClient } from "./provider.ts";

export const OIDC_FLOW_TTL_S = 600;

export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface StartedSignIn {
  readonly url: string;
  readonly flow: string;
}

export function readFlow(text: string | undefined): OidcFlow | undefined {
  const [state, nonce, verifier, ...rest] = (text ?? "").split(".");
  if (!state || !nonce || !verifier || rest.length > 0) return undefined;
  return { state, nonce, verifier };
}

/** The address to which the provider sends the browser back. */
export function callbackUrl({ config }: ServiceContext): string {
  const { publicUrl, host, port } = config.server;
  const base = publicUrl === "" ? `http://${host}:${port}` : trimSlashes(publicUrl);
  return `${base}/api/v1/auth/oidc/callback`;
}

export async function startOidcSignIn(context: ServiceContext): Promise<StartedSignIn> {
  const provider = await getProvider(context);
  const client = await loadOidcClient();
  const flow: OidcFlow = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl(context),
    scope: "openid email profile",
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, flow: `${flow.state}.${flow.nonce}.${flow.verifier}` };
}
