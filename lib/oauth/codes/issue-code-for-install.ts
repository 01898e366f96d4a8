import { db } from "@/lib/kernel/db/client";
import { issueCode } from "@/lib/oauth/codes/issue-code";
import { findInstallation } from "@/lib/oauth/codes/repository";

/**
 * Issues a code without a browser, for what a company has granted already. It acts for whoever
 * approved the grant, and only for offline tokens: nobody is signed in.
 * @param requestId under which its event is found
 * @returns null when nothing is granted, or nobody is left who approved it
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
