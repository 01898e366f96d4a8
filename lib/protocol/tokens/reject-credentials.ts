import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import { explainSuspension } from "@/lib/protocol/tokens/explain-suspension";
import {
  type ClientCredentials,
  unknownClient,
} from "@/lib/protocol/tokens/read-client-credentials";
import { findClientStanding } from "@/lib/protocol/tokens/standing-repository";

/**
 * The error for credentials that no statement accepted: `invalid_client`, or `unauthorized_client` if the
 * secret is right, and the client is inactive or something is suspended. Only a caller with the secret learns that.
 * @param subject the company or organization in the path, if there is one
 */
export async function rejectCredentials(
  credentials: ClientCredentials,
  subject: Subject | null,
): Promise<ServiceError> {
  const standing = await findClientStanding(credentials, subject);
  if (!standing) return unknownClient();
  if (!standing.isActive) {
    return new ServiceError(
      "unauthorized_client",
      "The client is inactive. Activate it in the console; its codes and refresh tokens then work again.",
      { check: "client_active", fix: { kind: "activate_client" } },
    );
  }
  const { subjectStatus: status } = standing;
  const inactiveSubject = subject && status !== "active" ? { subject, status } : null;
  const suspension = explainSuspension({ ...standing, inactiveSubject });
  if (!suspension) return unknownClient();
  const { message, ...diagnosis } = suspension;
  const next =
    status === "closed" ? "" : " Codes and refresh tokens work again when the suspension ends.";
  return new ServiceError("unauthorized_client", message + next, diagnosis);
}
