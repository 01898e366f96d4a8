import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

/** The client must exist and be active; else nothing it says, its redirect_uri least, can be trusted. */
export function checkClient({ facts, parameters }: AuthorizeContext): ServiceError | null {
  if (parameters.clientId === "") {
    return new ServiceError("invalid_request", 'The parameter "client_id" is missing.', {
      check: "parameter_present",
      fix: { kind: "set_parameter", name: "client_id", value: null },
    });
  }
  if (facts.client === null) {
    return new ServiceError("invalid_client", "No client has this client_id. Check the API key.", {
      check: "client_known",
      fix: { kind: "set_parameter", name: "client_id", value: null },
    });
  }
  if (!facts.client.isActive) {
    return new ServiceError(
      "invalid_client",
      "The client is inactive. Its organization can activate it.",
      { check: "client_active", fix: { kind: "activate_client" } },
    );
  }
  return null;
}
