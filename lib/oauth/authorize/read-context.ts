import { readSessionId } from "@/lib/auth/session-cookie";
import { sha256 } from "@/lib/crypto/hash";
import { isId } from "@/lib/crypto/ids";
import { newToken } from "@/lib/crypto/tokens";
import { ServiceError } from "@/lib/errors";
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
  role: null,
  grantId: null,
  grantEpoch: null,
  grantedScopes: null,
  issued: false,
};

/**
 * Collects what the checks look at. A request that is sound by itself may get its code in the same
 * statement; `facts.issued` says so.
 */
export async function readContext(
  request: Request,
  subject: Subject,
  parameters: AuthorizeParameters,
): Promise<AuthorizeContext> {
  const code = newToken("code");
  const read = readScopes(parameters.scope);
  const draft: AuthorizeContext = { parameters, subject, ...read, facts: NO_FACTS, code };
  const sound = checksOfParameters.every((check) => check(draft) === null);
  const facts = await findFactsAndIssue(
    {
      sessionId: readSessionId(request.headers.get("cookie")),
      clientId: isId(parameters.clientId) ? parameters.clientId : "",
      subject,
      redirectBase: withoutApplicationId(parameters.redirectUri),
      issue: sound && !read.malformedScope && parameters.prompt !== "consent",
    },
    {
      codeHash: sha256(code),
      scopes: read.scopes,
      redirectUri: parameters.redirectUri,
      codeChallenge: parameters.codeChallenge,
    },
  );
  const scopes = parameters.scope === "" ? (facts.client?.scopes ?? []) : read.scopes;
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
