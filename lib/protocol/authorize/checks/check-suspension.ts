import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";
import { explainSuspension } from "@/lib/protocol/tokens/explain-suspension";

/** Neither the client nor its organization may be suspended. */
export const checkSuspension: AuthorizeCheck = {
  sql: "NOT client.is_suspended AND client.publisher_is_active",
  run({ facts }) {
    const explanation =
      facts.client && explainSuspension({ ...facts.client, inactiveSubject: null });
    if (!explanation) return null;
    const { message, ...diagnosis } = explanation;
    return new ServiceError("unauthorized_client", message, diagnosis);
  },
};
