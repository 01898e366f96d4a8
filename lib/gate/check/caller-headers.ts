import { isId } from "@/lib/core/crypto/ids";
import { EXTERNAL_ID, isClientId, isOrganizationId } from "@/lib/core/schemas/id-forms";
import type { GateToken } from "@/lib/gate/repository";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";

/**
 * The headers that identify the caller to an upstream. All of them are always present, so that a proxy that copies
 * them overwrites any that the caller sent. No value can contain a line break or anything else outside its format.
 */
export function callerHeaders(token: GateToken, requestId: string): Record<string, string> {
  const { clientId, companyId, organizationId, kind, scopes } = token;
  return {
    "x-latchkey-client-id": checked(clientId, isClientId),
    "x-latchkey-company-id": companyId === null ? "" : String(companyId),
    "x-latchkey-organization-id":
      organizationId === null ? "" : checked(organizationId, isOrganizationId),
    "x-latchkey-subject": subjectOf(token),
    "x-latchkey-token-kind": kind,
    "x-latchkey-scopes": scopes.map((scope) => checked(scope, isScopeName)).join(" "),
    "x-latchkey-request-id": checked(requestId, isId),
  };
}

function subjectOf({ userId, externalId, systemUserId }: GateToken): string {
  if (userId === null) return `system:${checked(systemUserId, isId)}`;
  if (externalId === null) return `user:${checked(userId, isId)}`;
  return `user:${checked(externalId, (text) => EXTERNAL_ID.test(text))}`;
}

/** @throws Error for a value that the database should not contain; the call is then not allowed */
function checked(value: string, isOfForm: (text: string) => boolean): string {
  if (isOfForm(value)) return value;
  throw new Error("A value for a header of the gate does not have its form");
}
