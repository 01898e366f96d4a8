import { actorOf, type Caller, requirePermission } from "@/lib/access/caller";
import { type CompanyCaller, companyActor } from "@/lib/access/company-caller";
import {
  type PlatformCaller,
  platformActor,
  requireOwnKeyOrPermission,
} from "@/lib/access/platform-caller";
import {
  type DeniedAccess,
  recordDeniedAccess,
  recordDeniedPlatformAccess,
} from "@/lib/audit/record-denied-access";
import { explainMissingClient } from "@/lib/clients/explain-missing-client";
import { NoSuchClientError } from "@/lib/clients/no-such-client";
import { authenticateCompanyCaller } from "@/lib/companies/authenticate-company-caller";
import type { KeyOwner } from "@/lib/idempotency/idempotency-key";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import type {
  CompanyContract,
  Contract,
  OperationContract,
  PlatformContract,
} from "@/lib/kernel/http/contract";
import type { RequestInfo } from "@/lib/kernel/http/request-info";
import { readCompanyId } from "@/lib/kernel/schemas/id-forms";
import { authenticateCaller } from "@/lib/oauth/bearer/authenticate-caller";
import { authenticatePlatformCaller } from "@/lib/service-keys/authenticate-platform-caller";

/** Path parameters before their schema has parsed them. */
export type RawParameters = Record<string, unknown>;

/** What differs between the APIs: who calls, who may, and which audit log has the denials. */
export type ApiAccess<C extends OperationContract, Who> = {
  authenticate(request: ApiRequest, raw: RawParameters): Promise<Who>;
  /** @throws MissingPermissionError */
  authorize(caller: Who, contract: C, raw: RawParameters): void;
  recordDenial(caller: Who, info: RequestInfo, denied: DeniedAccess): Promise<void>;
  /** Whose Idempotency-Keys the caller's are. */
  keyOwner(caller: Who): KeyOwner;
  /** The error to show for one of an operation. */
  explain?(thrown: unknown, caller: Who, raw: RawParameters): Promise<unknown>;
};

/** The management API, for callers of one organization. */
export const organizationAccess: ApiAccess<Contract, Caller> = {
  authenticate: (request, raw) => authenticateCaller(request, String(raw.organization_id)),
  authorize: (caller, { permission }) => requirePermission(caller, permission),
  recordDenial: recordDeniedAccess,
  keyOwner: (caller) => ({ organizationId: caller.organizationId, actor: actorOf(caller) }),
  async explain(thrown, { organizationId }, raw) {
    if (!(thrown instanceof NoSuchClientError)) return thrown;
    return explainMissingClient(thrown, organizationId, String(raw.client_id));
  },
};

/** The platform's API, for service keys and operators. */
export const platformAccess: ApiAccess<PlatformContract, PlatformCaller> = {
  authenticate: authenticatePlatformCaller,
  authorize: (caller, { forOwnKey, platformPermission }, raw) =>
    requireOwnKeyOrPermission(caller, forOwnKey && raw.client_id, platformPermission),
  recordDenial: (caller, info, denied) =>
    recordDeniedPlatformAccess(platformActor(caller), info, denied),
  keyOwner: (caller) => ({ organizationId: "", actor: platformActor(caller) }),
};

/** The API about one company, for its people and the platform. Its operations authorize. */
export const companyAccess: ApiAccess<CompanyContract, CompanyCaller> = {
  authenticate: (request, raw) =>
    authenticateCompanyCaller(request, readCompanyId(String(raw.company_id))),
  authorize: () => {},
  recordDenial: (caller, info, denied) =>
    recordDeniedPlatformAccess(companyActor(caller), info, denied),
  keyOwner: (caller) => ({ organizationId: "", actor: companyActor(caller) }),
};
