import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import type { BodyParameters } from "@/lib/core/http/read-body";
import { jsonResponse } from "@/lib/core/http/responses";
import { readSubject } from "@/lib/core/subject";
import { counter } from "@/lib/core/telemetry/metrics";
import { clientEndpoint } from "@/lib/protocol/tokens/client-endpoint";
import type { CodeFor } from "@/lib/protocol/tokens/code-conditions";
import { exchangeCode } from "@/lib/protocol/tokens/exchange-code";
import { issueClientToken } from "@/lib/protocol/tokens/issue-client-token";
import {
  emptyParameter,
  missingParameter,
  type TokenRequest,
} from "@/lib/protocol/tokens/parse-token-request";
import { refreshAccessToken } from "@/lib/protocol/tokens/refresh-access-token";
import {
  type IssuedTokens,
  responseShapeFor,
  serializeTokenResponse,
} from "@/lib/protocol/tokens/serialize-token-response";
import { type GrantType, grantTypeEntries, grantTypes } from "@/lib/protocol/tokens/values";

const handlers: Readonly<Record<GrantType, typeof exchangeCode>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshAccessToken,
  client_credentials: issueClientToken,
};

/** POST `…/oauth/token` (platform spec 4.5): online tokens for codes, and every other grant type. */
export const onlineTokenEndpoint = tokenEndpoint("online");

/** POST `…/oauth/offline-token` (platform spec 4.4): offline tokens for codes, and every other grant type. */
export const offlineTokenEndpoint = tokenEndpoint("offline");

function tokenEndpoint(codeFor: CodeFor): (request: ApiRequest) => Promise<Response> {
  return clientEndpoint(
    "token",
    readSubject,
    async ({ parameters, body: sent, headers, subject, credentials, requestId }) => {
      const { name, required } = findGrantType(parameters, sent);
      if (required && !parameters[required]?.trim()) {
        throw sent[required] === undefined ? missingParameter(required) : emptyParameter(required);
      }
      const context = { subject, credentials, requestId };
      const issuedTokens = await handlers[name](context, parameters, codeFor);
      countIssuedToken(name === "client_credentials" ? name : issuedTokens.accessMode, name);
      const body = serializeTokenResponse(issuedTokens, responseShapeFor(headers));
      return jsonResponse(200, body, { pragma: "no-cache" });
    },
  );
}

const issuedAccessTokens = counter({
  name: "latchkey_tokens_issued_total",
  help: "Access tokens issued, by kind and grant type.",
  labels: ["kind", "grant_type"],
});

export function countIssuedToken(
  kind: IssuedTokens["accessMode"] | "client_credentials" | "service",
  grant_type: GrantType,
): void {
  issuedAccessTokens().inc({ kind, grant_type });
}

const alternatives = new Intl.ListFormat("en-GB", { type: "disjunction" });

function findGrantType(
  request: TokenRequest,
  body: BodyParameters,
): (typeof grantTypeEntries)[number] {
  const { grant_type: sent } = request;
  if (sent === undefined) throw missingParameter("grant_type", guessGrantType(request));
  // Platform spec 4.4 refreshes with grant_type=authorization_code. Without its value it is still a refresh: as an
  // exchange, it would replay the code and revoke all tokens.
  const isRefresh = sent === "authorization_code" && body.refresh_token !== undefined;
  const grantTypeName = isRefresh ? "refresh_token" : sent;
  const entry = grantTypeEntries.find(({ name }) => name === grantTypeName);
  if (entry) return entry;
  throw new ServiceError(
    "unsupported_grant_type",
    `grant_type "${sent.slice(0, 40)}" is not supported. Send ${alternatives.format(grantTypes)}.`,
    {
      check: "grant_type",
      fix: { kind: "set_parameter", name: "grant_type", value: guessGrantType(request) },
    },
  );
}

// By the parameter that only this grant type requires. A refresh may have a code too, so the last one counts.
function guessGrantType(request: TokenRequest): GrantType | null {
  const entry = grantTypeEntries.findLast(({ required }) => required && request[required]);
  return entry?.name ?? null;
}
