// Mail through the configured SMTP server. Without one nothing is sent, and callers show or print their links instead.
import type { Transporter } from "nodemailer";
import type { ServiceContext } from "../../context/service-context.ts";
import { perContext } from "../per-context.ts";

const TIMEOUT_MS = 10_000;

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail library is loaded with the first mail: most installations send none. */
const transportOf = perContext(async ({ config }): Promise<Transporter> => {
  const { createTransport } = await import("nodemailer");
  return createTransport(config.mail.smtpUrl, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as object);
});

export const isMailConfigured = (context: ServiceContext): boolean => context.config.mail.smtpUrl !== "";

/** Whether the mail was handed over. A failure is logged without address or text, never thrown. */
export async function sendMail(context: ServiceContext, mail: Mail): Promise<boolean> {
  if (!isMailConfigured(context)) return false;
  try {
    const transport = await transportOf(context);
    await transport.sendMail({ from: context.config.mail.from, ...mail });
    return true;
  } catch (fault) {
    context.logger.error(
      { code: (fault as { readonly code?: string }).code ?? "unknown" },
      "mail could not be sent",
    );
    return false;
  }
}
