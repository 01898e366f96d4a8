import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import type {
  AuthorizeContext,
  AuthorizeFacts,
  AuthorizeRequest,
} from "@/lib/protocol/authorize/authorize-context";
import { readFacts, readFactsAndStoreCode } from "@/lib/protocol/authorize/facts-repository";
import { findFailure } from "@/lib/protocol/authorize/steps";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";

const NO_FACTS: AuthorizeFacts = {
  client: null,
  userId: null,
  sessionId: null,
  role: null,
  subjectIsActive: true,
  mayReturnHere: true,
  lacksSecondFactor: false,
  grantId: null,
  grantEpoch: null,
  grantedScopes: null,
};

/** Reads what the checks need. Writes nothing. */
export async function readContext(request: AuthorizeRequest): Promise<AuthorizeContext> {
  return contextOf(request, readScopes(request), await readFacts(request));
}

/**
 * Reads what the checks need and, if they all pass, stores a code in the same statement. A stored
 * request gets none: it must be answered first.
 * @param requestId under which the event is recorded
 * @returns `code` null if none was stored
 */
export async function readContextAndStoreCode(
  request: AuthorizeRequest,
  requestId: string,
): Promise<{ context: AuthorizeContext; code: string | null }> {
  const scopeReading = readScopes(request);
  const draft = contextOf(request, scopeReading, NO_FACTS);
  if (request.storedId || (await findFailure(draft, ({ check }) => check.sql === null))) {
    return { context: contextOf(request, scopeReading, await readFacts(request)), code: null };
  }
  const code = newToken("code");
  const { stored, facts } = await readFactsAndStoreCode(request, {
    codeHash: sha256(code),
    day: dayOfToken(code),
    scopes: scopeReading.scopes,
    requestId,
  });
  return { context: contextOf(request, scopeReading, facts), code: stored ? code : null };
}

type ReadScopes = Pick<AuthorizeContext, "scopes" | "malformedScope">;

function readScopes({ parameters }: AuthorizeRequest): ReadScopes {
  try {
    return { scopes: parseScopes(parameters.scope), malformedScope: null };
  } catch (thrown) {
    if (thrown instanceof ServiceError) return { scopes: [], malformedScope: thrown };
    throw thrown;
  }
}

function contextOf(
  request: AuthorizeRequest,
  { scopes, malformedScope }: ReadScopes,
  facts: AuthorizeFacts,
): AuthorizeContext {
  const requested = scopes.length > 0 ? scopes : (facts.client?.scopes ?? []);
  return { ...request, scopes: requested, malformedScope, facts };
}
