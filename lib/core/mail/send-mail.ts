import { createTranslator } from "next-intl";
import { createTransport } from "nodemailer";
import { currentBrand } from "@/lib/core/brand/current-brand";
import { env } from "@/lib/core/env/env";
import type { Locale } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { log } from "@/lib/core/telemetry/log";

type Mail = { to: string; subject: string; text: string };

export type MailOutcome = "sent" | "no_mail_server" | "refused";

// A person is waiting for the response, so a slower mail server counts as down.
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** Sends a mail. Never throws: the caller shows the outcome and an alternative, and the log has the reason. */
export async function sendMail(mail: Mail): Promise<MailOutcome> {
  const server = env().mail;
  if (!server) return "no_mail_server";
  const { productName } = await currentBrand();
  const transport = createTransport(
    { url: server.smtpUrl, ...TIMEOUTS },
    { from: { name: productName, address: server.from } },
  );
  try {
    await transport.sendMail(mail);
    return "sent";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log().warn(
      { reason, to_host: mail.to.split("@").at(-1) },
      "the mail server did not accept a mail",
    );
    return "refused";
  } finally {
    transport.close();
  }
}

export function mailWords(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale], namespace: "mail" });
}
