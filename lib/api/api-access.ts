import {
  type DeniedAccess,
  recordDeniedAccess,
  recordDeniedPlatformAccess,
} from "@/lib/audit/record-denied-access";
import { explainMissingClient } from "@/lib/clients/explain-missing-client";
import { NoSuchClientError } from "@/lib/clients/no-such-client";
import { authenticatePlatformCaller } from "@/lib/clients/service-keys/authenticate-platform-caller";
import type { ApiRequest } from "@/lib/core/http/api-request";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import type { Access, CallerOf, Callers } from "@/lib/operation/access";
import { actorOf } from "@/lib/operation/access/caller";
import { companyActor } from "@/lib/operation/access/company-caller";
import { platformActor } from "@/lib/operation/access/platform-caller";
import type { KeyOwner } from "@/lib/operation/idempotency/idempotency-key";
import { authenticateCaller } from "@/lib/protocol/bearer/authenticate-caller";
import { authenticateCompanyCaller } from "@/lib/tenants/companies/authenticate-company-caller";

/** Path parameters before their schema has parsed them. */
export type RawParameters = Record<string, unknown>;

/** What differs between the APIs: who calls, and which audit log has the denials. */
export type Api<Who> = {
  authenticate(request: ApiRequest, raw: RawParameters): Promise<Who>;
  recordDenial(caller: Who, info: RequestInfo, denied: DeniedAccess): Promise<void>;
  /** Whose Idempotency-Keys the caller's are. */
  keyOwner(caller: Who): KeyOwner;
  /** The error to show for one of an operation. */
  explain?(thrown: unknown, caller: Who, raw: RawParameters): Promise<unknown>;
};

const apis: { [Kind in keyof Callers]: Api<Callers[Kind]> } = {
  organization: {
    authenticate: (request, raw) => authenticateCaller(request, String(raw.organization_id)),
    recordDenial: recordDeniedAccess,
    keyOwner: (caller) => ({ organizationId: caller.organizationId, actor: actorOf(caller) }),
    async explain(thrown, { organizationId }, raw) {
      if (!(thrown instanceof NoSuchClientError)) return thrown;
      return explainMissingClient(thrown, organizationId, String(raw.client_id));
    },
  },
  platform: {
    authenticate: authenticatePlatformCaller,
    recordDenial: (caller, info, denied) =>
      recordDeniedPlatformAccess(platformActor(caller), info, denied),
    keyOwner: (caller) => ({ organizationId: "", actor: platformActor(caller) }),
  },
  company: {
    authenticate: (request, raw) =>
      authenticateCompanyCaller(request, readCompanyId(String(raw.company_id))),
    recordDenial: (caller, info, denied) =>
      recordDeniedPlatformAccess(companyActor(caller), info, denied),
    keyOwner: (caller) => ({ organizationId: "", actor: companyActor(caller) }),
  },
};

/** The API that an operation belongs to. */
export function apiOf<A extends Access>({ kind }: A): Api<CallerOf<A>> {
  return apis[kind] as Api<CallerOf<A>>;
}
