import { tokenKey } from "@/lib/core/crypto/token-key";
import { newToken } from "@/lib/core/crypto/tokens";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import { explainScopes } from "@/lib/protocol/events/explain-scopes";
import { rejectSeparators } from "@/lib/protocol/scopes/reject-separators";
import {
  explainMissingScope,
  type MissingScope,
} from "@/lib/protocol/tokens/explain-missing-scope";
import type { TokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import {
  type ClientCredentialsRow,
  issueOwnToken,
  type TokenContext,
} from "@/lib/protocol/tokens/repository";
import type { IssuedTokens } from "@/lib/protocol/tokens/serialize-token-response";

/**
 * Issues a client's own token (RFC 6749 section 4.4): for its organization, to manage clients with,
 * or for a company that granted it scopes. No refresh token (section 4.4.3).
 * @throws ServiceError invalid_client, unauthorized_client, invalid_scope
 */
export async function issueClientToken(
  context: TokenContext,
  request: TokenRequest,
): Promise<IssuedTokens> {
  const accessToken = newToken("client_credentials");
  const row = await issueOwnToken(context, request.scopes, tokenKey(accessToken));
  if (!row) throw unknownClient();
  if (row.scopes === null) throw explainDenial(context, row, request.scopes ?? []);
  return { accessToken, expiresIn: row.expiresIn, scopes: row.scopes, accessMode: "offline" };
}

const NO_SCOPE: MissingScope = {
  message:
    "The client has no scope of an organization. Register one, for example organization/clients/read.",
  fix: { kind: "register_scopes", scopes: ["organization/clients/read"] },
};

function explainDenial(
  context: TokenContext,
  row: ClientCredentialsRow,
  requested: string[],
): ServiceError {
  if (!row.grantTypes.includes("client_credentials")) {
    return unauthorized("The client is not registered for the grant client_credentials.", {
      check: "grant_registered",
      fix: { kind: "register_grant", grant: "client_credentials" },
    });
  }
  if (context.subject.organizationId !== null) {
    if (row.ownOrganizationId !== context.subject.organizationId) {
      return unauthorized("The client does not belong to the organization in the path.", {
        check: "client_organization",
        fix: { kind: "use_other_organization", organization_id: row.ownOrganizationId ?? null },
      });
    }
  } else if (!row.grantId) {
    return unauthorized("The company in the path has not installed this extension.", {
      check: "grant_live",
      fix: { kind: "run_authorize_again" },
    });
  }
  return explainScopeDenial(context.subject, row, requested);
}

function explainScopeDenial(
  { organizationId }: Subject,
  row: ClientCredentialsRow,
  asked: string[],
): ServiceError {
  const ownScopes = row.ownScopes;
  const beyond = asked.filter((scope) => !ownScopes.includes(scope));
  const misread = rejectSeparators(asked, beyond);
  if (misread) return misread;
  const foreign = beyond.filter((scope) => !scope.startsWith("organization/"));
  if (organizationId !== null && foreign.length > 0) {
    return new ServiceError(
      "invalid_scope",
      `An organization's own token cannot have: ${foreign.join(", ")}. Get a token for a company.`,
      {
        check: "scope_granted",
        fix: { kind: "use_other_company", company_id: null },
        difference: explainScopes(asked, ownScopes, "registered"),
      },
    );
  }
  const [missing = row.grantedScopes?.[0]] = beyond;
  const why = missing === undefined ? NO_SCOPE : explainMissingScope(missing, row);
  const denied = beyond.length > 0 ? `The client cannot have: ${beyond.join(", ")}. ` : "";
  return new ServiceError("invalid_scope", denied + why.message, {
    check: "scope_granted",
    fix: organizationId === null ? why.fix : registerScopes(beyond),
    difference: explainScopes(asked, ownScopes, organizationId === null ? "granted" : "registered"),
  });
}

// An organization's own client needs no consent: it has every scope that it is registered for.
function registerScopes(beyond: string[]): Fix {
  return beyond.length === 0 ? NO_SCOPE.fix : { kind: "register_scopes", scopes: beyond };
}

function unauthorized(message: string, diagnosis: Diagnosis): ServiceError {
  return new ServiceError("unauthorized_client", message, diagnosis);
}
