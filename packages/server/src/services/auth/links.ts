import { trimSlashes, type Config } from "@signalbox/contracts";

/** The address where browsers find the dashboard, without a slash at its end. */
export function addressOf({ server }: Config): string {
  const { publicUrl, host, port } = server;
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return publicUrl === "" ? `http://${shownHost}:${port}` : trimSlashes(publicUrl);
}

/**
 * Address of a dashboard page, with a secret in the fragment: fragments reach neither servers nor logs nor referrers.
 * The host header of a request is never used, because the one who asks for a link can forge it.
 */
export function linkTo(config: Config, page: string, token: string): string {
  return `${addressOf(config)}/${page}#token=${token}`;
}
