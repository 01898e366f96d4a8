import { createTransport } from "nodemailer";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";

/** A mail of plain text. */
export type Mail = { to: string; subject: string; text: string };

/** What became of a mail. */
export type MailOutcome = "sent" | "no_mail_server" | "refused";

// A person waits for the answer: a mail server that is slower than this counts as away.
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/**
 * Hands a mail to the mail server of SMTP_URL. Never throws: the caller says on the page what
 * happened, and offers another way. Why it was refused is in the log.
 */
export async function sendMail(mail: Mail): Promise<MailOutcome> {
  const server = env().mail;
  if (!server) return "no_mail_server";
  const transport = createTransport(
    { url: server.smtpUrl, ...TIMEOUTS },
    { from: { name: "Latchkey", address: server.from } },
  );
  try {
    await transport.sendMail(mail);
    return "sent";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log().warn({ reason, to_host: mail.to.split("@").at(-1) }, "the mail server refused a mail");
    return "refused";
  } finally {
    transport.close();
  }
}
