import { sql } from "@/lib/core/db/sql";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { type DifferencePart, differ } from "@/lib/core/diagnosis/difference";
import { decodePercent } from "@/lib/core/http/decode-percent";
import { type SentContent, splitAuthorization } from "@/lib/protocol/events/sent-request";
import type { ClientCredentials } from "@/lib/protocol/tokens/read-client-credentials";
import { SECRET_MATCHES } from "@/lib/protocol/tokens/statements";

/**
 * Explains rejected credentials to the developers of the client that they name. The response to the sender is
 * the same in every case.
 */
export async function diagnoseCredentials(
  credentials: ClientCredentials,
  sent: SentContent,
): Promise<{ authenticated: boolean; diagnosis: Diagnosis }> {
  const [facts] = await findCredentialFacts(credentials);
  const authenticated = facts ? facts.secretName !== null && facts.endedAt === null : false;
  return { authenticated, diagnosis: diagnose(facts, sent) };
}

function diagnose(facts: CredentialFacts | undefined, sent: SentContent): Diagnosis {
  if (!facts) return { check: "client_known", fix: { kind: "send_credentials" } };
  const { secretName, endedAt, wasRevoked, isDeleted } = facts;
  if (secretName === null) {
    return {
      check: "client_secret",
      fix: { kind: "send_credentials" },
      difference: [differ("unknown_secret"), ...explainSecretForm(sent)],
    };
  }
  if (endedAt !== null) {
    const day = endedAt.toISOString().slice(0, 10);
    const how = wasRevoked ? "secret_revoked" : "secret_rotated";
    return {
      check: "client_secret",
      fix: { kind: "use_new_secret" },
      difference: [differ(how, { name: secretName, day })],
    };
  }
  // Otherwise the cause was fixed between the denial and now.
  return isDeleted
    ? { check: "client_active", fix: { kind: "restore_client" } }
    : { check: "client_secret" };
}

/** The facts about a pair of credentials; `secretName` is null if the client never had this secret. */
type CredentialFacts = {
  isDeleted: boolean;
  secretName: string | null;
  /** When the secret was revoked or its overlap ended; null while it is live. */
  endedAt: Date | null;
  wasRevoked: boolean;
};

const findCredentialFacts = sql<ClientCredentials, CredentialFacts>(
  "find-credential-facts",
  { isDeleted: "bool", secretName: "text?", wasRevoked: "bool", endedAt: "timestamptz?" },
  `
  SELECT c.deleted_at IS NOT NULL AS "isDeleted", s.name AS "secretName",
    s.revoked_at IS NOT NULL AS "wasRevoked",
    CASE WHEN s.revoked_at IS NOT NULL THEN s.revoked_at WHEN s.expires_at <= now() THEN s.expires_at END AS "endedAt"
  FROM clients c LEFT JOIN client_secrets s ON s.client_id = c.client_id AND ${SECRET_MATCHES}
  WHERE c.client_id = :clientId
  LIMIT 1`,
);

/** What a secret has when it was copied or encoded wrongly. A shell's or a file's `\n` is a line break, too. */
const FORMS: readonly [form: string, pattern: RegExp][] = [
  ["line_break", /[\r\n\u0085\u2028\u2029]|\\[rn]$/],
  ["quotes", /^[\s\p{Cf}]*\\?["'`\p{Pi}\p{Pf}\u201a\u201e]|\\?["'`\p{Pi}\p{Pf}][\s\p{Cf}]*$/u],
  ["space", /^[^\S\r\n\u2028\u2029]|^\p{Cf}|[^\S\r\n\u2028\u2029]$|\p{Cf}$/u],
];

const ESCAPE = /%[0-9a-f]{2}/i;

/**
 * How the form of a wrong secret shows what happened to it: a line break, quotes, space or invisible characters around
 * it, or percent-encoding more than once. Contains nothing of the secret.
 */
export function explainSecretForm({ authorization, parameters }: SentContent): DifferencePart[] {
  const pair = authorization === null ? null : splitAuthorization(authorization).pair;
  const { client_secret: sent } = parameters;
  const inBody = typeof sent === "string" ? sent : "";
  // Basic encodes the secret (RFC 6749 section 2.3.1); a body is decoded already.
  const secret = pair ? (decodePercent(pair.secret) ?? pair.secret) : inBody;
  const decoded = decodePercent(secret) ?? secret;
  const forms = FORMS.filter(([, pattern]) => pattern.test(decoded)).map(([form]) => form);
  const isEncoded = ESCAPE.test(secret);
  return [...forms, ...(isEncoded ? ["encoded"] : [])].map((form) =>
    differ("secret_form", { form }),
  );
}
