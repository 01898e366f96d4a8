import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";
import { CLIENT_CONDITIONS } from "@/lib/protocol/tokens/client-conditions";
import { grantNotRegistered } from "@/lib/protocol/tokens/conditions";
import { missingParameter } from "@/lib/protocol/tokens/parse-token-request";

/** The client must exist and be active. Otherwise its redirect_uri cannot be trusted either. */
export const checkClient: AuthorizeCheck = {
  sql: "client.is_active",
  run({ facts, parameters }) {
    if (parameters.clientId === "") return missingParameter("client_id");
    if (facts.client === null) {
      return new ServiceError(
        "invalid_client",
        "No client has this client_id. Check the API key.",
        { check: "client_known", fix: { kind: "set_parameter", name: "client_id", value: null } },
      );
    }
    if (!facts.client.isActive) {
      return new ServiceError(
        "invalid_client",
        "The client is inactive. Its organization can activate it.",
        { check: "client_active", fix: { kind: "activate_client" } },
      );
    }
    return null;
  },
};

/** Neither the client nor its organization may be suspended. */
export const checkSuspension: AuthorizeCheck = {
  sql: "NOT client.is_suspended AND client.publisher_is_active",
  run({ facts: { client } }) {
    if (client?.isSuspended) {
      const { check, message, fix } = CLIENT_CONDITIONS.client_suspended;
      const { suspensionReason } = client;
      const diagnosis = { check, fix, suspensionReason };
      return new ServiceError("unauthorized_client", message(client), diagnosis);
    }
    if (client && !client.publisherIsActive) {
      const { check, message, fix } = CLIENT_CONDITIONS.publisher_suspended;
      return new ServiceError("unauthorized_client", message, { check, fix });
    }
    return null;
  },
};

/** The client must be registered for authorization codes (RFC 6749 section 4.1.2.1). */
export const checkGrantType: AuthorizeCheck = {
  sql: "'authorization_code' = ANY (client.grant_types)",
  run({ facts }) {
    if (facts.client?.grantTypes.includes("authorization_code")) return null;
    return grantNotRegistered("authorization_code");
  },
};

/** A draft can be installed only by its own organization and company, and by the companies that it names. */
export const checkListing: AuthorizeCheck = {
  sql: "client.is_installable",
  run({ facts, subject }) {
    if (facts.client === null || facts.client.isInstallable) return null;
    const subjectName =
      subject.companyId === null ? "this organization" : `company ${subject.companyId}`;
    return new ServiceError(
      "access_denied",
      `The extension is a draft, and ${subjectName} is not among the companies that it is for.`,
      { check: "listing", fix: { kind: "change_listing" } },
    );
  },
};
