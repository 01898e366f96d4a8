import { readSessionId } from "@/lib/auth/session-cookie";
import { sha256 } from "@/lib/crypto/hash";
import { isId } from "@/lib/crypto/ids";
import { newToken } from "@/lib/crypto/tokens";
import { ServiceError } from "@/lib/errors";
import { readRequestInfo } from "@/lib/http/request-info";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";
import { checksOfParameters } from "@/lib/oauth/authorize/checks";
import { withoutApplicationId } from "@/lib/oauth/authorize/match-redirect-uri";
import type { AuthorizeParameters } from "@/lib/oauth/authorize/parameters";
import { type AuthorizeFacts, findFactsAndIssue } from "@/lib/oauth/authorize/repository";
import type { Subject } from "@/lib/oauth/subject";
import { parseScopes } from "@/lib/scopes/parse-scopes";

const NO_FACTS: AuthorizeFacts = {
  client: null,
  userId: null,
  sessionId: null,
  role: null,
  lacksSecondFactor: false,
  grantId: null,
  grantEpoch: null,
  grantedScopes: null,
  issued: false,
};

/**
 * Collects what the checks look at. A request that is sound by itself may get its code in the same
 * statement; `facts.issued` says so.
 * @param pushed hash of the reference when the client pushed the parameters, else null
 */
export async function readContext(
  headers: Headers,
  subject: Subject,
  parameters: AuthorizeParameters,
  pushed: Buffer | null,
): Promise<AuthorizeContext> {
  const code = newToken("code");
  const read = readScopes(parameters.scope);
  const draft: AuthorizeContext = { parameters, subject, ...read, facts: NO_FACTS, pushed, code };
  const sound = checksOfParameters.every((check) => check(draft) === null);
  const facts = await findFactsAndIssue(
    {
      sessionId: readSessionId(headers.get("cookie")),
      clientId: isId(parameters.clientId) ? parameters.clientId : "",
      subject,
      redirectBase: withoutApplicationId(parameters.redirectUri),
      requestId: readRequestInfo(headers).requestId,
      // A pushed request must be used up first, so it goes the longer way.
      issue: sound && !pushed && !read.malformedScope && parameters.prompt !== "consent",
    },
    {
      codeHash: sha256(code),
      scopes: read.scopes,
      redirectUri: parameters.redirectUri,
      codeChallenge: parameters.codeChallenge,
    },
  );
  const unnamed = read.scopes.length === 0 && !read.malformedScope;
  const scopes = unnamed ? (facts.client?.scopes ?? []) : read.scopes;
  return { ...draft, scopes, facts };
}

function readScopes(scope: string): Pick<AuthorizeContext, "scopes" | "malformedScope"> {
  try {
    return { scopes: parseScopes(scope), malformedScope: null };
  } catch (thrown) {
    if (thrown instanceof ServiceError) return { scopes: [], malformedScope: thrown };
    throw thrown;
  }
}
