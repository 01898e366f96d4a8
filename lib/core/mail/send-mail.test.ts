import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "@/lib/core/db/embedded/start";
import { sendMail } from "@/lib/core/mail/send-mail";
import { type MailServer, serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";

const mail = { to: "asha@example.com", subject: "Höre — hear", text: "A line.\n\nAnother." };

let server: MailServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
  configureTestEnv();
});

const sendBy = (url: string) => {
  configureTestEnv({ SMTP_URL: url, MAIL_FROM: "latchkey@example.com" });
  return sendMail(mail);
};

describe("a mail", () => {
  it("reaches the mail server intact", async () => {
    server = await serveMail();
    expect(await sendBy(server.url)).toBe("sent");
    const [received] = server.mails;
    expect(received).toMatchObject({ from: "latchkey@example.com", to: ["asha@example.com"] });
    expect(received?.source).toContain("From: Latchkey <latchkey@example.com>");
    expect(received?.source).toContain("A line.\r\n\r\nAnother.");
  });

  it("is not sent when no mail server is configured", async () => {
    expect(await sendMail(mail)).toBe("no_mail_server");
  });

  it("results in `refused`, not an exception, when the server rejects it or none responds", async () => {
    server = await serveMail({ rejects: true });
    expect(await sendBy(server.url)).toBe("refused");
    expect(server.mails).toEqual([]);
    expect(await sendBy(`smtp://127.0.0.1:${await freePort()}`)).toBe("refused");
  });

  it("cannot gain headers through its subject", async () => {
    server = await serveMail();
    configureTestEnv({ SMTP_URL: server.url, MAIL_FROM: "latchkey@example.com" });
    await sendMail({ ...mail, subject: "Join\r\nBcc: evil@example.com\r\n\r\nand more" });
    expect(server.mails[0]?.to).toEqual(["asha@example.com"]);
    expect(server.mails[0]?.source).not.toMatch(/^Bcc:/m);
  });
});
