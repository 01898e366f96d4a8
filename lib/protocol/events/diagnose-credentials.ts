import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { findCredentialFacts } from "@/lib/protocol/events/repository";
import type { ClientCredentials } from "@/lib/protocol/tokens/read-client-credentials";

/**
 * Explains rejected credentials to the developers of the client that they name. The response to the sender is
 * the same in every case.
 */
export async function diagnoseCredentials(
  credentials: ClientCredentials,
): Promise<{ authenticated: boolean; diagnosis: Diagnosis }> {
  const facts = await findCredentialFacts(credentials);
  if (!facts) return refuted({ check: "client_known", fix: { kind: "send_credentials" } });
  const { secretName, endedAt, wasRevoked, isActive, isDeleted } = facts;
  if (secretName === null) {
    return refuted({
      check: "client_secret",
      fix: { kind: "send_credentials" },
      difference: "This client never had that secret.",
    });
  }
  if (endedAt !== null) {
    const end = wasRevoked ? "was revoked" : "ended after a rotation";
    const day = endedAt.toISOString().slice(0, 10);
    return refuted({
      check: "client_secret",
      fix: { kind: "use_new_secret" },
      difference: `The secret "${secretName}" ${end} on ${day}.`,
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
