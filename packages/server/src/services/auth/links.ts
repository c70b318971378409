import { trimSlashes, type Config } from "@signalbox/contracts";

/**
 * Address of a dashboard page, with a secret in the fragment: fragments reach neither servers nor logs nor referrers.
 * The host header of a request is never used, because the one who asks for a link can forge it.
 */
export function linkTo(config: Config, page: string, token: string): string {
  const { publicUrl, host, port } = config.server;
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  const base = publicUrl === "" ? `http://${shownHost}:${port}` : trimSlashes(publicUrl);
  return `${base}/${page}#token=${token}`;
}
