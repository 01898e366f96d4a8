import { Client } from "pg";
import { StartupError } from "@/lib/kernel/startup-error";

const CONNECT_TIMEOUT_MS = 10_000;

/** Where a connection was to lead, for sentences about it. Never the password. */
type Target = { variable: string; at: string; host: string; database: string; user: string };

type Sentence = (target: Target, message: string) => string;

const noAnswer: Sentence = ({ at, variable }) =>
  `${at} does not answer. Check the address in ${variable}, and firewalls on the way to it.`;

const unknownHost: Sentence = ({ host, variable }) =>
  `The host ${host} is unknown. Check its name in ${variable}, and the name server of this machine.`;

const untrusted: Sentence = ({ at, variable }, message) =>
  `The certificate of PostgreSQL at ${at} is not trusted (${message}). Add sslrootcert=/path/to/ca.pem to ${variable}, with the certificate of who issued it.`;

/** By SQLSTATE, system error or TLS error. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  "28P01": ({ at, user, variable }) =>
    `PostgreSQL at ${at} refuses the password of role "${user}". Correct user and password in ${variable}.`,
  "28000": ({ at, user, variable }, message) =>
    `PostgreSQL at ${at} does not let role "${user}" in (${message}). Check the role and pg_hba.conf there, and ${variable}.`,
  "3D000": ({ at, database, user, variable }) =>
    `There is no database "${database}" at ${at}. Create it (CREATE DATABASE ${database} OWNER ${user}), or correct its name in ${variable}.`,
  "42501": ({ database, user, variable }) =>
    `Role "${user}" may not connect to database "${database}". Allow it (GRANT CONNECT ON DATABASE ${database} TO ${user}), or name another role in ${variable}.`,
  "53300": ({ at }) =>
    `PostgreSQL at ${at} has no connection left. Raise max_connections there, or end other programs that use it.`,
  "57P03": ({ at }) =>
    `PostgreSQL at ${at} is starting or stopping. Start Latchkey again once it accepts connections.`,
  ECONNREFUSED: ({ at, variable }) =>
    `Nothing accepts connections at ${at}. Start PostgreSQL there, or correct host and port in ${variable}.`,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
};

/** What pg says without a code. */
const SENTENCES_BY_MESSAGE: Readonly<Record<string, Sentence>> = {
  "timeout expired": noAnswer,
  "The server does not support SSL connections": ({ at, variable }) =>
    `PostgreSQL at ${at} does not speak TLS. Turn it on there, or take sslmode out of ${variable}.`,
};

/**
 * Connects once, so that a wrong address is found at the start and said in one sentence.
 *
 * @param variable That the address comes from.
 * @throws StartupError that says what to do.
 */
export async function checkDatabase(variable: string, url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: "latchkey-start",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // An error is emitted beside the rejection, which says the same.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new StartupError(explain(variable, client, cause), { cause });
  } finally {
    await client.end();
  }
}

function explain(variable: string, client: Client, cause: unknown): string {
  const { host, port, database = "", user = "" } = client;
  const target = { variable, at: `${host}:${port}`, host, database, user };
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const sentence = SENTENCES[code] ?? SENTENCES_BY_MESSAGE[message];
  if (sentence) return sentence(target, message);
  return `Cannot connect to PostgreSQL at ${target.at}: ${message}. Check ${variable}.`;
}
