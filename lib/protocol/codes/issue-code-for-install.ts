import { db } from "@/lib/core/db/client";
import { issueCode } from "@/lib/protocol/codes/issue-code";
import { findInstallation } from "@/lib/protocol/codes/repository";

/**
 * Issues a code without a browser for an existing grant of a company. It acts for the person who approved
 * the grant and can only be exchanged for offline tokens, since no one is signed in.
 * @param requestId under which its event is found
 * @returns null if nothing is granted, something is suspended, or the person who approved it no longer exists
 */
export async function issueCodeForInstall(
  clientId: string,
  companyId: number,
  requestId: string,
): Promise<string | null> {
  const grant = await findInstallation(clientId, companyId);
  if (!grant?.approvedBy) return null;
  return issueCode(db(), {
    clientId,
    subject: { companyId, organizationId: null },
    userId: grant.approvedBy,
    sessionId: null,
    offlineOnly: true,
    grant,
    scopes: grant.scopes,
    redirectUri: grant.client.redirectUrls[0] ?? "",
    codeChallenge: null,
    askedBy: { kind: "consent", requestId },
  });
}
