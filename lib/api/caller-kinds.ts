import { actorOf } from "@/lib/access/caller";
import { companyActor } from "@/lib/access/company-caller";
import { platformActor } from "@/lib/access/platform-caller";
import {
  type DeniedAccess,
  recordDeniedAccess,
  recordDeniedPlatformAccess,
} from "@/lib/audit/record-denied-access";
import { authenticateSession } from "@/lib/auth/authenticate-session";
import { signInHref } from "@/lib/auth/sign-in-return-path";
import { explainMissingClient } from "@/lib/clients/explain-missing-client";
import { NoSuchClientError } from "@/lib/clients/no-such-client";
import { authenticateCompanyCaller } from "@/lib/companies/authenticate-company-caller";
import { authenticateSeller } from "@/lib/companies/authenticate-seller";
import type { KeyOwner } from "@/lib/idempotency/idempotency-key";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import type { RequestInfo } from "@/lib/kernel/http/request-info";
import { requireSameOrigin } from "@/lib/kernel/http/same-origin";
import { readCompanyId } from "@/lib/kernel/schemas/id-forms";
import { authenticateCaller } from "@/lib/oauth/bearer/authenticate-caller";
import type { Access, CallerOf, Callers } from "@/lib/operation/access";
import { authenticatePlatformCaller } from "@/lib/service-keys/authenticate-platform-caller";

/** Path parameters before their schema has parsed them. */
export type RawParameters = Record<string, unknown>;

/** What differs between the kinds of callers: how they prove who they are, and which audit log has their denials. */
export type CallerKind<Who> = {
  authenticate(request: ApiRequest, raw: RawParameters): Promise<Who>;
  /** Where to sign in for a form on a page; without it, a missing session is an error. */
  signInFor?(formPath: string): string;
  /** Without it, no log has denials. */
  recordDenial?(caller: Who, info: RequestInfo, denied: DeniedAccess): Promise<void>;
  /** Whose Idempotency-Keys and uploads the caller's are; forms have neither. */
  keyOwner?(caller: Who): KeyOwner;
  /** The error to show for one of an operation. */
  explain?(thrown: unknown, caller: Who, raw: RawParameters): Promise<unknown>;
};

const callerKinds: { [Kind in keyof Callers]: CallerKind<Callers[Kind]> } = {
  organization: {
    authenticate: (request, raw) => authenticateCaller(request, String(raw.organization_id)),
    signInFor: signInHref,
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
  seller: {
    authenticate: (request, raw) =>
      authenticateSeller(request, readCompanyId(String(raw.company_id))),
    signInFor: () => "/sign-in",
  },
  signedIn: { authenticate: authenticateSession, signInFor: signInHref },
  anyone: {
    async authenticate(request) {
      requireSameOrigin(request);
      return null;
    },
  },
};

/** The kind of callers that an operation has. */
export function callerKindOf<A extends Access>({ kind }: A): CallerKind<CallerOf<A>> {
  return callerKinds[kind] as CallerKind<CallerOf<A>>;
}
