import { isDeepStrictEqual } from "node:util";
import { patchClientSchema, type UpdateClientBody } from "@/lib/clients/input-schemas";
import type { ClientResponse } from "@/lib/clients/schemas";
import type { FieldError } from "@/lib/core/errors";
import { invalidFields } from "@/lib/core/http/invalid-fields";

/** Changes with every use of a secret, which is not a change of the client. */
const MOVES_BY_ITSELF = "last_used_at";

/**
 * Rejects changes to fields that PUT does not change; their current values are accepted, so that a client can be sent
 * back as it was fetched.
 * @param secrets the live secrets in clear text, newest first; they may also be sent masked
 * @throws ServiceError invalid_request with each field that differs
 */
export function rejectOtherValues(
  body: UpdateClientBody,
  present: ClientResponse,
  secrets: readonly string[],
): void {
  const { meta, ...sent } = body;
  const lockedValues = Object.entries(sent).filter(([name, value]) => {
    if (value === undefined || name === MOVES_BY_ITSELF) return false;
    if (name === "name" && value === meta.name) return false;
    if (name === "secret") return !areSecrets(value, present.secret, secrets);
    return !isDeepStrictEqual(value, present[name]);
  });
  if (lockedValues.length > 0) throw invalidFields(lockedValues.map(([name]) => fixed(name)));
}

function areSecrets(sent: unknown, masked: readonly string[], clear: readonly string[]): boolean {
  if (!Array.isArray(sent) || sent.length !== masked.length) return false;
  return sent.every((secret, index) => secret === masked[index] || secret === clear[index]);
}

function fixed(name: string): FieldError {
  return { path: name, message: `cannot be changed by PUT: ${adviceFor(name)}` };
}

function adviceFor(name: string): string {
  if (name === "name") return "use meta.name";
  return name in patchClientSchema.shape ? "use PATCH" : "omit it or send the current value";
}
