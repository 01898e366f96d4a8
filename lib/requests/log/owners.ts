import { z } from "zod";
import { type Change, recordChange, recordPlatformChange } from "@/lib/audit/record-change";
import { db } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { companyParams, organizationParams } from "@/lib/core/schemas/path-params";
import {
  type ApiAccess,
  type CallerOf,
  company,
  organization,
  platform,
} from "@/lib/operation/access";
import { actorOf } from "@/lib/operation/access/caller";
import { companyActor } from "@/lib/operation/access/company-caller";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { EVERYTHING, type RequestScope } from "@/lib/requests/log/scope";

/** Whose requests an operation is about. */
export type LogOwner<
  A extends ApiAccess,
  P extends z.ZodObject,
  Scope extends RequestScope = RequestScope,
> = {
  path: `/${string}`;
  access: A;
  params: P;
  /** In the title of an operation, after "the requests". */
  of: string;
  /** The part of the log that is theirs. */
  scopeOf: (caller: CallerOf<A>, params: { company_id?: unknown }) => Scope;
  /** The caller's name in audit entries. */
  actorOf: (caller: CallerOf<A>) => string;
  /** Records a change in the owner's audit log, or in the platform's if the owner has none. */
  record: (caller: CallerOf<A>, info: RequestInfo, change: Change) => Promise<void>;
};

function owner<A extends ApiAccess, P extends z.ZodObject, Scope extends RequestScope>(
  row: LogOwner<A, P, Scope>,
): LogOwner<A, P, Scope> {
  return row;
}

/** A publisher: the requests of its clients. */
export const ORGANIZATION = owner({
  path: "/service/partner/authorization/v1.0/organization/{organization_id}/requests",
  access: organization("clients:read"),
  params: organizationParams,
  of: "of all clients",
  scopeOf: ({ organizationId }) => ({ ...EVERYTHING, organizationId }),
  actorOf,
  record: (caller, info, change) => recordChange(db(), caller, info, change),
});

/** A company: the requests about it. */
export const COMPANY = owner({
  path: "/service/panel/authentication/v1.0/company/{company_id}/requests",
  access: company("log:read"),
  params: companyParams,
  of: "about a company",
  scopeOf: (_caller, { company_id }) => ({ ...EVERYTHING, companyId: Number(company_id) }),
  actorOf: companyActor,
  record: (caller, info, change) => recordPlatformChange(db(), companyActor(caller), info, change),
});

/** The installation: the requests of all clients, and those that named none. */
export const INSTALLATION = owner({
  path: "/service/panel/authentication/v1.0/platform/requests",
  access: platform("log:read"),
  params: z.object({}),
  of: "of the installation",
  scopeOf: () => EVERYTHING,
  actorOf: platformActor,
  record: (caller, info, change) => recordPlatformChange(db(), platformActor(caller), info, change),
});

/** The id of a scope's owner; null for the installation. */
export function ownerId({ organizationId, companyId }: RequestScope): string | number | null {
  return organizationId ?? companyId;
}
