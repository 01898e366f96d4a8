import { type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import type { ServiceError } from "@/lib/core/errors";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { toServiceError } from "@/lib/core/http/render-error";
import { CLIENT_ADDRESS_HEADER, readRequestInfo } from "@/lib/core/http/request-info";
import { rateLimit } from "@/lib/core/limits/rate-limit";
import { asSubject } from "@/lib/core/subject";
import { beginCall, callerOfToken, recordCall } from "@/lib/gate/calls/record-call";
import { callDenied, type Decision, decide, type SentToken } from "@/lib/gate/check/decide";
import { type OriginalRequest, readOriginalRequest } from "@/lib/gate/check/original-request";
import { allowCall, denyCall } from "@/lib/gate/check/responses";
import { countGateCheck } from "@/lib/gate/gate-metrics";
import { noGateKey, noteKeyUse, readGateKey, recordKeyFailure } from "@/lib/gate/key/gate-key";
import { findGateFacts, type GateFacts, type GateToken } from "@/lib/gate/repository";
import type { GateRule } from "@/lib/gate/rules/rule";
import { bearerTokenOf } from "@/lib/protocol/bearer/read-bearer-token";
import { recordDenial } from "@/lib/protocol/events/record-denial";

const NO_TOKEN: TokenKey = { tokenHash: Buffer.alloc(0), tokenDay: 0 };

/** Entries of one client's failure log that the gate adds in a minute; the API log has all denials. */
const isWithinLimit = rateLimit("gate-denials", 60, 60_000);

/**
 * `/service/platform/gate/v1.0/check`: whether a call of one of the platform's APIs is allowed, as a proxy asks before
 * it passes the call on. 200 with headers that say who calls, or 401 or 403 (RFC 6750). A call whose token belongs to a
 * client is recorded in the API log.
 */
export async function checkEndpoint(request: ApiRequest): Promise<Response> {
  const { headers } = request;
  const { requestId } = readRequestInfo(headers);
  try {
    const key = readGateKey(headers);
    if (!key) return await withoutKey(headers, requestId);
    const header = authorizationOf(headers);
    const token = bearerTokenOf(header);
    const sentKey = token === null ? NO_TOKEN : tokenKey(token);
    const facts = await findGateFacts(key, sentKey);
    if (!facts) return await withoutKey(headers, requestId);
    noteKeyUse(facts);
    return await checkCall(
      headers,
      { header, key: sentKey, storedToken: facts.token },
      facts,
      requestId,
    );
  } catch (thrown) {
    return denyCall(toServiceError(thrown, requestId), requestId);
  }
}

async function checkCall(
  headers: RequestHeaders,
  sent: SentToken,
  facts: GateFacts,
  requestId: string,
): Promise<Response> {
  const startedCall = beginCall(requestId);
  if (facts.token) {
    const { clientId, companyId, organizationId } = facts.token;
    noteLogFacts(requestId, { clientId, companyId, organizationId });
  }
  const original = readOriginalRequest(headers);
  if ("problem" in original) {
    countGateCheck("request");
    return denyCall(callDenied(original.problem), startedCall.requestId);
  }
  const decision = await decide(original, sent);
  const response = decision.denial
    ? await denyCall(decision.denial, startedCall.requestId)
    : allowCall(headers, decision.token, startedCall.requestId);
  await recordChecked(startedCall, original, decision, facts, headers);
  return response;
}

async function recordChecked(
  startedCall: ReturnType<typeof beginCall>,
  { method }: OriginalRequest,
  { rule, denial }: Decision,
  { keyId, token }: GateFacts,
  headers: RequestHeaders,
): Promise<void> {
  const failed = denial ? (denial.diagnosis.check ?? "request") : null;
  countGateCheck(failed ?? "allowed");
  if (!token) return;
  recordCall({
    ...startedCall,
    ...callerOfToken(token),
    scope: rule && !denial ? allowingScope(rule, token.scopes) : null,
    method,
    path: rule?.path ?? null,
    status: denial?.status ?? null,
    milliseconds: null,
    gateKeyId: keyId,
    denial: failed,
  });
  if (denial) await recordGateDenial(denial, token, headers, startedCall.requestId);
}

/**
 * Records a denial in the failure log of the token's client. Denials of strangers are not recorded, and those of a
 * client that is denied over and over only in the API log.
 */
async function recordGateDenial(
  denial: ServiceError,
  token: GateToken,
  headers: RequestHeaders,
  requestId: string,
): Promise<void> {
  if (!isWithinLimit(token.clientId)) return;
  await recordDenial("bearer", denial, {
    requestId,
    clientId: token.clientId,
    subject: asSubject(token),
    authenticated: true,
    sent: {
      authorization: headers.get("authorization"),
      ipAddress: headers.get(CLIENT_ADDRESS_HEADER),
      parameters: {},
    },
  });
}

/** The scope that a call was allowed for: the most particular that the rule asks for. */
function allowingScope({ all, any }: GateRule, scopes: readonly string[]): string | null {
  return any.find((scope) => scopes.includes(scope)) ?? all[0] ?? null;
}

/** The header tells the proxy's own failure from a denial, so that the proxy answers its caller with 503. */
async function withoutKey(headers: RequestHeaders, requestId: string): Promise<Response> {
  countGateCheck("client_authentication");
  recordKeyFailure(headers);
  const answer = await denyCall(noGateKey(), requestId);
  answer.headers.set("x-latchkey-gate-key", "invalid");
  return answer;
}
