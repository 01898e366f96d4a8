import {
  type ClientTarget,
  patchClientCall,
  updateClientCall,
} from "@/lib/api/client/client-calls";
import type { PreparedCall } from "@/lib/api/client/prepared-call";
import { CLIENT_FIELDS, type GivenField, objectWith } from "@/lib/clients/field-values";
import type { CreateClientInput, UpdateClientInput } from "@/lib/clients/input-schemas";
import { type ClientValues, changedFields, NEW_CLIENT, sentValue } from "./client-values";

type SavingCall = PreparedCall<"patchClient" | "updateClient">;

/**
 * The calls that save what differs; none if nothing does. The settings go first: they are what may be denied for lack of
 * a permission. Each change counts the version up by one, so the second call names the version that the first leaves.
 */
export function savingCalls(
  target: ClientTarget & { version: number },
  before: ClientValues,
  after: ClientValues,
  revokeSecrets = false,
): SavingCall[] {
  const fields = changedFields(before, after);
  const meta = fields.filter((field) => CLIENT_FIELDS[field].changedBy === "PUT");
  const settings = fields.filter((field) => CLIENT_FIELDS[field].changedBy === "PATCH");
  const calls: SavingCall[] = [];
  if (settings.length > 0) {
    const consent = revokeSecrets ? { revoke_secrets: true } : {};
    calls.push(patchClientCall(target, { ...bodyOf(after, settings), ...consent }));
  }
  if (meta.length > 0) {
    const then = { ...target, version: target.version + calls.length };
    calls.push(updateClientCall(then, bodyOf(after, meta) as UpdateClientInput));
  }
  return calls;
}

/** The body that registers a client: its name, and what differs from the defaults of the API. */
export function createBody(values: ClientValues): CreateClientInput {
  const fields = changedFields(NEW_CLIENT, values);
  return bodyOf(values, ["meta.name", ...fields]) as CreateClientInput;
}

/** The part of a request's body that has these fields. */
export function bodyOf(values: ClientValues, fields: readonly GivenField[]): object {
  return objectWith(fields.map((field) => [field, sentValue(values, field)]));
}
