import { getTranslations } from "next-intl/server";
import type { Access } from "@/components/docs/access-words";
import type { ReturnedError } from "@/components/docs/operation-reference";
import type { OperationEntry } from "@/components/docs/reference";
import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { type ErrorCode, errorTable, isErrorCode } from "@/lib/core/errors";
import {
  organizationRoles,
  rolePermissions,
  scopeOfPermission,
} from "@/lib/core/permissions/permissions";
import {
  operatorPermissions,
  operatorRoles,
  scopeOfPlatformPermission,
} from "@/lib/core/permissions/platform-permissions";
import type { ApiAccess } from "@/lib/operation/access";
import type { Operation } from "@/lib/operation/operation";

const operations: readonly Operation[] = [...managementOperations, ...platformOperations];

/** What the reference says about an operation in words of its own, where OpenAPI has only text for programs. */
export async function describeEntry({ id, description, errorCodes, security }: OperationEntry) {
  const operation = operations.find((one) => one.id === id);
  return {
    description: operation?.description ?? description,
    access: operation ? accessByPermission(operation.access) : accessByCredentials(security),
    errors: await describeErrors(errorCodes.filter(isErrorCode)),
  };
}

/** Whose ids its examples can be filled with; undefined for an endpoint that checks credentials by a standard. */
export function apiOf({ id }: OperationEntry): ApiAccess["kind"] | undefined {
  return operations.find((one) => one.id === id)?.access.kind;
}

/** Error codes with their titles in the reader's language; all of them unless given. */
export async function describeErrors(
  codes: readonly ErrorCode[] = Object.keys(errorTable).filter(isErrorCode),
): Promise<ReturnedError[]> {
  const t = await getTranslations("errors.codes");
  return codes.map((code) => ({
    code,
    status: errorTable[code].status,
    title: t(`${code}.title`),
  }));
}

function accessByPermission(access: ApiAccess): Access[] {
  if (access.kind === "organization") {
    const { permission } = access;
    const roles = organizationRoles.filter((role) => rolePermissions[role].includes(permission));
    return [
      { who: "members", permission, roles },
      ...within("token", scopeOfPermission(permission)),
    ];
  }
  const { kind, permission, forOwnKey = false } = access;
  const roles = operatorRoles.filter((role) => operatorPermissions[role].includes(permission));
  return [
    { who: "operators", permission, roles },
    ...(kind === "company" ? [{ who: kind }] : []),
    ...within("serviceKey", scopeOfPlatformPermission(permission)),
    ...(forOwnKey ? [{ who: "ownKey" as const }] : []),
  ];
}

function within(who: Access["who"], scope: string | null): Access[] {
  return scope === null ? [] : [{ who, scope }];
}

/** Endpoints of standards have no permission, only credentials. */
function accessByCredentials(security: OperationEntry["security"]): Access[] {
  const needs = security.flatMap((requirement) => Object.entries(requirement).slice(0, 1));
  if (needs.length < security.length || needs.length === 0) return [{ who: "everyone" }];
  return needs.map(([scheme, scopes]) => {
    if (scopes.length > 0) return { who: "tokenOrKey", scope: scopes.join(", ") };
    if (scheme === "client") return { who: scheme };
    return { who: scheme === "bearer" ? "anyToken" : "session" };
  });
}
