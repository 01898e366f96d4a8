import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** The client must exist and be active. Otherwise its redirect_uri cannot be trusted either. */
export const checkClient: AuthorizeCheck = {
  sql: "client.is_active",
  run({ facts, parameters }) {
    if (parameters.clientId === "") {
      return new ServiceError("invalid_request", 'The parameter "client_id" is missing.', {
        check: "parameter_present",
        fix: { kind: "set_parameter", name: "client_id", value: null },
      });
    }
    if (facts.client === null) {
      return new ServiceError(
        "invalid_client",
        "No client has this client_id. Check the API key.",
        {
          check: "client_known",
          fix: { kind: "set_parameter", name: "client_id", value: null },
        },
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
