import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { redirectResponse } from "@/lib/core/http/responses";
import { renderPage } from "@/lib/core/pages/render-page";
import { findSandboxClient, type Installation } from "@/lib/developer-tools/input";
import { NOTHING_YET, sealRun } from "@/lib/developer-tools/playground/consent-steps";
import { readSession } from "@/lib/identity/sessions/read-session";
import { may } from "@/lib/operation/access/caller";
import { findOrganizationMembership } from "@/lib/operation/access/find-organization-membership";
import { sandboxCallback, withoutApplicationId } from "@/lib/protocol/authorize/match-redirect-uri";

/**
 * GET `/sandbox/callback`: where authorize sends the codes of a client that has no address yet. It leads to the client's
 * quick start, with the code encrypted for the person whose consent it is, in a part of the address that no server sees.
 * It uses nothing up. Codes of others, of companies that are not sandboxes, and of clients that have not registered
 * exactly this address end here.
 */
export async function receiveCode(request: ApiRequest): Promise<Response> {
  const location = await findContinuation(request);
  if (location) return redirectResponse(302, location);
  return renderPage(request.headers, 400, (t) => ({
    title: t("sandboxCallback.title"),
    paragraphs: [t("sandboxCallback.explanation")],
  }));
}

async function findContinuation(request: ApiRequest): Promise<string | null> {
  const code = new URL(request.url).searchParams.get("code");
  const session = code === null ? null : await readSession(request.headers);
  if (code === null || !session) return null;
  const received = await findReceivedCode(code, session.userId);
  if (!received || withoutApplicationId(received.redirectUri) !== sandboxCallback()) return null;
  const { organizationId, clientId, companyId, redirectUri } = received;
  const membership = await findOrganizationMembership(organizationId, session);
  if (!membership || membership.lacksSecondFactor) return null;
  const { role } = membership;
  const caller = { kind: "user", organizationId, userId: session.userId, role } as const;
  if (!may(caller, "clients:write")) return null;
  const state = { ...NOTHING_YET, redirectUri, state: "", codeVerifier: null, code };
  const run = sealRun({ caller, clientId, companyId }, state);
  return `/organization/${organizationId}/clients/${clientId}/connect?company=${companyId}#run=${run}`;
}

/** The client and sandbox company of a code that was issued to this person and not used yet; otherwise null. */
async function findReceivedCode(
  code: string,
  userId: string,
): Promise<(Installation & { redirectUri: string }) | null> {
  const issued = await db().authorizationCode.findFirst({
    where: {
      day: dayOfToken(code),
      codeHash: new Uint8Array(sha256(code)),
      userId,
      onlineUsedAt: null,
      offlineUsedAt: null,
      revokedAt: null,
    },
    select: { clientId: true, companyId: true, redirectUri: true },
  });
  if (!issued?.companyId) return null;
  const { clientId, companyId, redirectUri } = issued;
  const client = await db().client.findFirst({
    where: { clientId },
    select: { organizationId: true },
  });
  if (!client) return null;
  const installation = { ...client, clientId, companyId };
  const isTrial = (await findSandboxClient(installation)) !== null;
  return isTrial ? { ...installation, redirectUri } : null;
}
