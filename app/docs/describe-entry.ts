import { getTranslations } from "next-intl/server";
import type { AccessFacts } from "@/components/docs/access-words";
import { errorCodes, failuresOf, type OperationEntry } from "@/components/docs/openapi-document";
import type { ReturnedError } from "@/components/docs/operation-reference";
import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { type ErrorCode, errorTable, isErrorCode } from "@/lib/core/errors";
import {
  organizationRoles,
  type Permission,
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
export async function describeEntry({
  id,
  operation: { description = "", ...rest },
}: OperationEntry) {
  const operation = operations.find((one) => one.id === id);
  const codes = failuresOf({ ...rest })
    .flatMap(errorCodes)
    .filter(isErrorCode);
  return {
    description: operation?.description ?? description,
    access: operation ? accessFacts(operation.access) : null,
    errors: await describeErrors(codes),
  };
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

function accessFacts(access: ApiAccess): AccessFacts {
  if (access.kind === "organization") {
    return {
      kind: access.kind,
      permission: access.permission,
      roles: rolesWith(access.permission),
      scope: scopeOfPermission(access.permission),
      forOwnKey: false,
    };
  }
  const { kind, permission } = access;
  return {
    kind,
    permission,
    roles: operatorRoles.filter((role) => operatorPermissions[role].includes(permission)),
    scope: scopeOfPlatformPermission(permission),
    forOwnKey: access.forOwnKey ?? false,
  };
}

function rolesWith(permission: Permission) {
  return organizationRoles.filter((role) => rolePermissions[role].includes(permission));
}
