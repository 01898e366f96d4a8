import { Client } from "pg";
import { StartupError } from "@/lib/core/errors";

const CONNECT_TIMEOUT_MS = 10_000;
/** How poolers reject a parameter of the connection, with code 08P01. */
const UNSUPPORTED = /unsupported startup parameter/;

/** The target of a connection, for messages. Never includes the password. */
type Target = { variable: string; at: string; host: string; database: string; user: string };

type Sentence = (target: Target, message: string) => string;

const pooled: Sentence = ({ at, user }, message) =>
  `The pooler at ${at} rejects the connection (${message}). Set ignore_startup_parameters = statement_timeout in its configuration, and run ALTER ROLE ${user} SET statement_timeout = '15s'; see docs/scaling.md, PgBouncer.`;

const noAnswer: Sentence = ({ at, variable }) =>
  `${at} does not respond. Check the address in ${variable} and any firewalls in between.`;

const unknownHost: Sentence = ({ host, variable }) =>
  `The host ${host} cannot be resolved. Check its name in ${variable} and the DNS settings of this machine.`;

const untrusted: Sentence = ({ at, variable }, message) =>
  `The certificate of PostgreSQL at ${at} is not trusted (${message}). Add sslrootcert=/path/to/ca.pem to ${variable}, with the certificate of its issuer.`;

/** By SQLSTATE, system error or TLS error, or the message of an error of pg that has no code. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  "28P01": ({ at, user, variable }) =>
    `PostgreSQL at ${at} rejects the password of role "${user}". Correct the user and password in ${variable}.`,
  "28000": ({ at, user, variable }, message) =>
    `PostgreSQL at ${at} denies access to role "${user}" (${message}). Check the role, pg_hba.conf on the server, and ${variable}.`,
  "3D000": ({ at, database, user, variable }) =>
    `There is no database "${database}" at ${at}. Create it (CREATE DATABASE ${database} OWNER ${user}), or correct its name in ${variable}.`,
  "42501": ({ database, user, variable }) =>
    `Role "${user}" may not connect to database "${database}". Allow it (GRANT CONNECT ON DATABASE ${database} TO ${user}), or use another role in ${variable}.`,
  "53300": ({ at }) =>
    `PostgreSQL at ${at} has no connections left. Raise max_connections, or stop other programs that use the server.`,
  "57P03": ({ at }) =>
    `PostgreSQL at ${at} is starting up or shutting down. Start Latchkey again once it accepts connections.`,
  ECONNREFUSED: ({ at, variable }) =>
    `Nothing is listening at ${at}. Start PostgreSQL there, or correct the host and port in ${variable}.`,
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
  "timeout expired": noAnswer,
  "The server does not support SSL connections": ({ at, variable }) =>
    `PostgreSQL at ${at} does not support TLS. Enable it there, or remove sslmode from ${variable}.`,
};

/** Connects once, so that a wrong address is reported at startup. @throws StartupError that says what to do */
export async function checkDatabase(variable: string, url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: "latchkey-start",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // As the pool connects, for which a pooler may not be set up.
    ...(variable === "DATABASE_URL" && { statement_timeout: CONNECT_TIMEOUT_MS }),
  });
  // The error event repeats the rejection.
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
  if (UNSUPPORTED.test(message)) return pooled(target, message);
  const sentence = SENTENCES[code] ?? SENTENCES[message];
  if (sentence) return sentence(target, message);
  return `Cannot connect to PostgreSQL at ${target.at}: ${message}. Check ${variable}.`;
}
