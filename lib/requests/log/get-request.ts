import { z } from "zod";
import { inOrganization } from "@/lib/clients/paths";
import { describeDifference } from "@/lib/core/diagnosis/describe-difference";
import { ServiceError } from "@/lib/core/errors";
import type { Locale } from "@/lib/core/i18n/locales";
import { organization, platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { deniedInputSchema } from "@/lib/protocol/events/schemas";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { serializeFix } from "@/lib/requests/events/serialize-fix";
import { findRequest } from "@/lib/requests/log/find-request";
import {
  ONE,
  ORGANIZATION_REQUESTS,
  PLATFORM_REQUESTS,
  requestInPath,
} from "@/lib/requests/log/paths";
import { readTimeline } from "@/lib/requests/log/read-timeline";
import { type RequestDetail, requestDetailSchema } from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { serializeRequest } from "@/lib/requests/log/serialize";

/**
 * Returns one request of a client of the caller's organization, with its cause and what happened before.
 * @throws ServiceError not_found or forbidden
 */
export const getRequest = operation({
  id: "getRequest",
  route: `GET ${ORGANIZATION_REQUESTS}/{request_id}`,
  access: organization("clients:read"),
  summary: "Get a request",
  description: ONE,
  tag: "Requests",
  params: inOrganization.extend(requestInPath),
  returns: json(requestDetailSchema, "The request."),
  async run({ params, caller: { organizationId }, locale }) {
    const scope = { organizationId, clientId: null };
    return { body: await detailOf(scope, params.request_id, locale) };
  },
});

/**
 * The same for any request of the installation.
 * @throws ServiceError not_found, forbidden or insufficient_scope
 */
export const getPlatformRequest = operation({
  id: "getPlatformRequest",
  route: `GET ${PLATFORM_REQUESTS}/{request_id}`,
  access: platform("log:read"),
  summary: "Get a request of the installation",
  description: ONE,
  tag: "Requests",
  params: z.object(requestInPath),
  returns: json(requestDetailSchema, "The request."),
  async run({ params, locale }) {
    const scope = { organizationId: null, clientId: null };
    return { body: await detailOf(scope, params.request_id, locale) };
  },
});

async function detailOf(
  scope: RequestScope,
  requestId: string,
  locale: Locale,
): Promise<RequestDetail> {
  const row = await findRequest(scope, requestId);
  if (!row) throw new ServiceError("not_found", "There is no such request.");
  const fix = serializeFix(row.fix);
  const caller = row.callerKind && { kind: row.callerKind, id: row.callerId, name: row.callerName };
  return {
    ...serializeRequest(row),
    owner_id: row.ownerId,
    message: row.message,
    difference: row.difference && describeDifference(row.difference),
    difference_parts: [...(row.difference ?? [])],
    fix,
    input: deniedInputSchema.nullable().parse(row.input),
    authenticated: row.authenticated,
    scope: row.scope,
    caller,
    missing_scopes: await describeMissing(fix, row.clientScopes, locale),
    timeline: await readTimeline(row, scope.organizationId === null),
  };
}

// A fix that needs scopes names them; the client may have got them since.
async function describeMissing(
  fix: RequestDetail["fix"],
  clientScopes: readonly string[],
  locale: Locale,
): Promise<RequestDetail["missing_scopes"]> {
  const needed = z.array(z.string()).safeParse(fix?.scopes).data ?? [];
  const missing = needed.filter((scope) => !clientScopes.includes(scope));
  const described = await describeScopes(missing, locale);
  return described.map(({ name, sentence }) => ({ name, text: sentence }));
}
