import type { ClientOperationId, PreparedCall } from "@/lib/api/client/prepared-call";
import {
  createClientSchema,
  patchClientSchema,
  updateClientSchema,
} from "@/lib/clients/input-schemas";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import type { Problem } from "./form-problems";

// Brings all schemas of requests along: a form loads it when it is first submitted.
const SCHEMAS = {
  createClient: createClientSchema,
  patchClient: patchClientSchema,
  updateClient: updateClientSchema,
};

/** What the API would reject in these calls. All are checked before the first is sent. */
export function checkCalls(
  calls: readonly PreparedCall<ClientOperationId & keyof typeof SCHEMAS>[],
): Problem[] {
  return calls.flatMap(({ operation, outgoing }) => {
    const { error } = SCHEMAS[operation].safeParse(outgoing.body, { error: plainIssue });
    return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message }));
  });
}
