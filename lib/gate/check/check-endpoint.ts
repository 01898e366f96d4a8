import { type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { toServiceError } from "@/lib/core/http/render-error";
import { REQUEST_ID_HEADER, readRequestInfo } from "@/lib/core/http/request-info";
import { TRACEPARENT_HEADER, TRACESTATE_HEADER } from "@/lib/core/http/trace-context";
import { beginCall, callerOfToken, recordCall } from "@/lib/gate/calls/record-call";
import { callerHeaders } from "@/lib/gate/check/caller-headers";
import { type Decision, decide, type SentToken } from "@/lib/gate/check/decide";
import { callDenied } from "@/lib/gate/check/denials";
import { deniedAnswer } from "@/lib/gate/check/denied-answer";
import { type OriginalRequest, readOriginalRequest } from "@/lib/gate/check/original-request";
import { recordGateDenial } from "@/lib/gate/check/record-gate-denial";
import { countGateCheck } from "@/lib/gate/gate-metrics";
import { noGateKey, noteKeyUse, readGateKey } from "@/lib/gate/key/authenticate-key";
import { recordKeyFailure } from "@/lib/gate/key/failed-checks";
import { findGateFacts, type GateFacts } from "@/lib/gate/repository";
import type { GateRule } from "@/lib/gate/rules/rule";
import { bearerTokenOf } from "@/lib/protocol/bearer/read-bearer-token";

const NO_TOKEN: TokenKey = { tokenHash: Buffer.alloc(0), tokenDay: 0 };

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
    const sent = token === null ? NO_TOKEN : tokenKey(token);
    const facts = await findGateFacts(key, sent);
    if (!facts) return await withoutKey(headers, requestId);
    noteKeyUse(facts);
    return await checkCall(headers, { header, key: sent, known: facts.token }, facts, requestId);
  } catch (thrown) {
    return deniedAnswer(toServiceError(thrown, requestId), requestId);
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
    return deniedAnswer(callDenied(original.problem), startedCall.requestId);
  }
  const decision = await decide(original, sent);
  const answer = decision.denial
    ? await deniedAnswer(decision.denial, startedCall.requestId)
    : allowed(headers, callerHeaders(decision.token, startedCall.requestId), startedCall.requestId);
  await recordChecked(startedCall, original, decision, facts, headers);
  return answer;
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

/** The scope that a call was allowed for: the most particular that the rule asks for. */
function allowingScope({ all, any }: GateRule, scopes: readonly string[]): string | null {
  return any.find((scope) => scopes.includes(scope)) ?? all[0] ?? null;
}

function allowed(
  sent: RequestHeaders,
  caller: Record<string, string>,
  requestId: string,
): Response {
  const headers = { ...caller, "cache-control": "no-store", [REQUEST_ID_HEADER]: requestId };
  return new Response(null, { status: 200, headers: { ...headers, ...traceHeaders(sent) } });
}

/** The caller's trace, for the upstream. */
function traceHeaders(sent: RequestHeaders): Record<string, string> {
  const traceparent = sent.get(TRACEPARENT_HEADER);
  if (traceparent === null) return {};
  const tracestate = sent.get(TRACESTATE_HEADER);
  return {
    [TRACEPARENT_HEADER]: traceparent,
    ...(tracestate !== null && { [TRACESTATE_HEADER]: tracestate }),
  };
}

/** The header tells the proxy's own failure from a denial, so that the proxy answers its caller with 503. */
async function withoutKey(headers: RequestHeaders, requestId: string): Promise<Response> {
  countGateCheck("client_authentication");
  recordKeyFailure(headers);
  const answer = await deniedAnswer(noGateKey(), requestId);
  answer.headers.set("x-latchkey-gate-key", "invalid");
  return answer;
}
