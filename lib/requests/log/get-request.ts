import { z } from "zod";
import { describeDifference } from "@/lib/core/diagnosis/describe-difference";
import { ServiceError } from "@/lib/core/errors";
import type { Locale } from "@/lib/core/i18n/locales";
import type { ApiAccess } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";
import { findRequest } from "@/lib/requests/log/find-request";
import { INSTALLATION, type LogOwner, ORGANIZATION } from "@/lib/requests/log/owners";
import { readTimeline } from "@/lib/requests/log/read-timeline";
import {
  deniedInputSchema,
  type RequestDetail,
  requestDetailSchema,
} from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { serializeRequest } from "@/lib/requests/log/serialize";
import { serializeFix } from "@/lib/requests/serialize-fix";

/** The parameter of one request. */
const requestInPath = {
  request_id: z
    .string()
    .refine((text) => parseEntryId(text) !== null, "must be the id of a request")
    .meta({
      description:
        "The id of the request, or the `id` of its entry in the list. Callers may send an `x-request-id` that another request has; it then leads to the first of these requests.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
};

/** Returns one request of a client of the caller's organization, with its cause and what happened before. */
export const getRequest = getOf("getRequest", ORGANIZATION);

/** The same for any request of the installation. */
export const getPlatformRequest = getOf("getPlatformRequest", INSTALLATION);

/** @throws ServiceError not_found, forbidden, or insufficient_scope */
function getOf<
  const Id extends string,
  A extends ApiAccess,
  P extends z.ZodObject,
  Path extends string,
>(id: Id, { path, access, params, of, scopeOf }: LogOwner<A, P, Path, RequestScope>) {
  return operation({
    id,
    request: { route: `GET ${path}/{request_id}`, params: params.extend(requestInPath) },
    access,
    summary: `Get one of the requests ${of}`,
    description:
      "Returns one request with what was sent (redacted), how it differs from what is registered, the likely fix, and what happened with this client for the same company before.",
    tag: "Requests",
    returns: json(requestDetailSchema, "The request."),
    async run(context) {
      const scope = scopeOf(context.caller, context.params);
      return { body: await detailOf(scope, String(context.params.request_id), context.locale) };
    },
  });
}

async function detailOf(
  scope: RequestScope,
  requestId: string,
  locale: Locale,
): Promise<RequestDetail> {
  const row = await findRequest(scope, requestId);
  if (!row) throw new ServiceError("not_found", "There is no such request.");
  const fix = serializeFix(row.fix);
  return {
    ...serializeRequest(row),
    owner_id: row.ownerId,
    message: row.message,
    difference: row.difference && describeDifference(row.difference),
    difference_parts: [...(row.difference ?? [])],
    fix,
    input: deniedInputSchema.nullable().parse(row.input),
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
