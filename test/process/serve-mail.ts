import { SMTPServer } from "smtp-server";
import { listen } from "@/test/process/listen";

/** A mail server for one test. */
export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  /** What it accepted, as received. */
  mails: { from: string; to: string[]; source: string }[];
  close(): Promise<void>;
};

/** Starts a mail server on this machine; with `rejects` it rejects every recipient. */
export async function serveMail({ rejects = false } = {}): Promise<MailServer> {
  const mails: MailServer["mails"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: (_address, _session, callback) =>
      callback(rejects ? new Error("no such mailbox here") : null),
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        callback(null);
      });
    },
  });
  const { port } = await listen(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
