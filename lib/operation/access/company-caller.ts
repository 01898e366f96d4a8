import { ServiceError } from "@/lib/core/errors";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import type { CompanyRole } from "@/lib/core/values/company-role-values";
import {
  type PlatformCaller,
  platformActor,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";
import type { Session } from "@/lib/operation/access/session";

/** The caller of an operation about one company: a person of the company, or the platform. */
export type CompanyCaller = { kind: "seller"; userId: string; companyId: number } | PlatformCaller;

/** Checks that a caller may read about a company. @throws ServiceError not_found, forbidden, insufficient_scope */
export function requireCompanyAccess(
  caller: CompanyCaller,
  companyId: number,
  permission: PlatformPermission,
): void {
  if (caller.kind !== "seller") requirePlatformPermission(caller, permission);
  else if (caller.companyId !== companyId) throw noSuchCompany();
}

/** The same error for a company that does not exist and for one of others. */
export function noSuchCompany(): ServiceError {
  return new ServiceError("not_found", "There is no such company among yours.");
}

/** The caller's name in audit entries: `user:<user id>`, `operator:<user id>` or `service_key:<id>`. */
export function companyActor(caller: CompanyCaller): string {
  return caller.kind === "seller" ? `user:${caller.userId}` : platformActor(caller);
}

/** A company and the person's role in it. */
export type CompanyMembership = {
  id: number;
  name: string;
  status: "active" | "suspended" | "closed";
  role: CompanyRole;
};

/** The caller on the pages of a company: a signed-in person who belongs to it. */
export type SellerCaller = { session: Session; company: CompanyMembership };
