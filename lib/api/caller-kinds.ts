import {
  type DeniedAccess,
  recordDeniedAccess,
  recordDeniedPlatformAccess,
} from "@/lib/audit/record-denied-access";
import { explainMissingClient } from "@/lib/clients/delete-client";
import { NoSuchClientError } from "@/lib/clients/paths";
import { authenticatePlatformCaller } from "@/lib/clients/service-keys/authenticate-platform-caller";
import type { ApiRequest } from "@/lib/core/http/api-request";
import type { LogFacts } from "@/lib/core/http/log-facts";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { authenticateSession } from "@/lib/identity/sessions/read-session";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Access, CallerOf, Callers } from "@/lib/operation/access";
import { actorOf, readersOf } from "@/lib/operation/access/caller";
import { type CompanyCaller, companyActor } from "@/lib/operation/access/company-caller";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import type { KeyOwner } from "@/lib/operation/idempotency/run-once-per-key";
import { authenticateCaller } from "@/lib/protocol/bearer/authenticate-caller";
import {
  authenticateCompanyCaller,
  authenticateSeller,
} from "@/lib/tenants/companies/authenticate-company-caller";

/** Path parameters before their schema has parsed them. */
export type RawParameters = Record<string, unknown>;

/** What differs between the kinds of callers: how they prove who they are, and which audit log has their denials. */
export type CallerKind<Who> = {
  authenticate(request: ApiRequest, raw: RawParameters): Promise<Who>;
  /** What the log says about the caller. */
  factsOf?(caller: Who): LogFacts;
  /** Where to sign in for a form on a page; without it, a missing session is an error. */
  signInFor?(formPath: string): string;
  /** Without it, no log has denials. */
  recordDenial?(caller: Who, info: RequestInfo, denied: DeniedAccess): Promise<void>;
  /** The caller's name in audit entries, by which uploads are limited; forms have none. */
  nameOf?(caller: Who): string;
  /** Whose Idempotency-Keys the caller's are; forms have none. */
  keyOwner?(caller: Who): KeyOwner;
  /** The error to show for one of an operation. */
  explain?(thrown: unknown, caller: Who, raw: RawParameters): Promise<unknown>;
};

const ofPlatform = {
  recordDenial: (caller: CompanyCaller, info: RequestInfo, denied: DeniedAccess) =>
    recordDeniedPlatformAccess(companyActor(caller), info, denied),
  nameOf: companyActor,
  keyOwner: platformKeyOwner,
};

const callerKinds: { [Kind in keyof Callers]: CallerKind<Callers[Kind]> } = {
  organization: {
    authenticate: (request, raw) => authenticateCaller(request, String(raw.organization_id)),
    factsOf: (caller) => ({
      organizationId: caller.organizationId,
      clientId: caller.kind === "client" ? caller.clientId : (caller.through?.clientId ?? null),
    }),
    signInFor: signInHref,
    recordDenial: recordDeniedAccess,
    nameOf: actorOf,
    keyOwner: (caller) => ({
      organizationId: caller.organizationId,
      actor: readersOf(caller).join(" "),
    }),
    async explain(thrown, { organizationId }, raw) {
      if (!(thrown instanceof NoSuchClientError)) return thrown;
      return explainMissingClient(thrown, organizationId, String(raw.client_id));
    },
  },
  platform: { authenticate: authenticatePlatformCaller, factsOf: platformFacts, ...ofPlatform },
  company: {
    authenticate: (request, raw) =>
      authenticateCompanyCaller(request, readCompanyId(String(raw.company_id))),
    factsOf: (caller) =>
      caller.kind === "seller" ? { companyId: caller.companyId } : platformFacts(caller),
    ...ofPlatform,
  },
  seller: {
    authenticate: (request, raw) =>
      authenticateSeller(request, readCompanyId(String(raw.company_id))),
    factsOf: ({ company }) => ({ companyId: company.id }),
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

// A service key's secrets have been seen by different people, so a response belongs to the secret that was used.
function platformKeyOwner(caller: CompanyCaller): KeyOwner {
  const secret = caller.kind === "service_key" ? ` secret:${caller.secretId}` : "";
  return { organizationId: "", actor: `${companyActor(caller)}${secret}` };
}

function platformFacts(caller: PlatformCaller): LogFacts {
  return caller.kind === "service_key" ? { clientId: caller.keyId } : {};
}

/** The kind of callers that an operation has. */
export function callerKindOf<A extends Access>({ kind }: A): CallerKind<CallerOf<A>> {
  return callerKinds[kind] as CallerKind<CallerOf<A>>;
}
