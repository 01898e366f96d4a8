import { sql } from "@/lib/core/db/sql";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { differ } from "@/lib/core/diagnosis/difference";
import { explainSecretForm } from "@/lib/protocol/events/explain-secret-form";
import type { SentContent } from "@/lib/protocol/events/sent-request";
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
  if (!facts) return refuted({ check: "client_known", fix: { kind: "send_credentials" } });
  const { secretName, endedAt, wasRevoked, isActive, isDeleted } = facts;
  if (secretName === null) {
    return refuted({
      check: "client_secret",
      fix: { kind: "send_credentials" },
      difference: [differ("unknown_secret"), ...explainSecretForm(sent)],
    });
  }
  if (endedAt !== null) {
    const day = endedAt.toISOString().slice(0, 10);
    return refuted({
      check: "client_secret",
      fix: { kind: "use_new_secret" },
      difference: [
        differ(wasRevoked ? "secret_revoked" : "secret_rotated", { name: secretName, day }),
      ],
    });
  }
  if (isDeleted || !isActive) {
    const fix = { kind: isDeleted ? "restore_client" : "activate_client" } as const;
    return { authenticated: true, diagnosis: { check: "client_active", fix } };
  }
  // The cause was fixed between the denial and now.
  return { authenticated: true, diagnosis: { check: "client_secret" } };
}

function refuted(diagnosis: Diagnosis): { authenticated: false; diagnosis: Diagnosis } {
  return { authenticated: false, diagnosis };
}

/** The facts about a pair of credentials; `secretName` is null if the client never had this secret. */
type CredentialFacts = {
  isActive: boolean;
  isDeleted: boolean;
  secretName: string | null;
  /** When the secret was revoked or its overlap ended; null while it is live. */
  endedAt: Date | null;
  wasRevoked: boolean;
};

const findCredentialFacts = sql<ClientCredentials, CredentialFacts>(
  "find-credential-facts",
  {
    isActive: "bool",
    isDeleted: "bool",
    secretName: "text",
    wasRevoked: "bool",
    endedAt: "timestamptz",
  },
  `
  SELECT c.is_active AS "isActive", c.deleted_at IS NOT NULL AS "isDeleted", s.name AS "secretName",
    s.revoked_at IS NOT NULL AS "wasRevoked",
    CASE WHEN s.revoked_at IS NOT NULL THEN s.revoked_at WHEN s.expires_at <= now() THEN s.expires_at END AS "endedAt"
  FROM clients c LEFT JOIN client_secrets s ON s.client_id = c.client_id AND ${SECRET_MATCHES}
  WHERE c.client_id = :clientId
  LIMIT 1`,
);
