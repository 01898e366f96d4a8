import { z } from "zod";
import { signFormerHeads } from "@/lib/audit/sign-former-heads";
import type { LogVerdict } from "@/lib/audit/verify-installation";
import { readSignedByInstallation } from "@/lib/consent/grants/read-signed-by-installation";
import { signAsInstallation } from "@/lib/consent/grants/sign-as-installation";
import { env } from "@/lib/kernel/env";

/** Media type of a signature on the end of an audit log from before personal values were set apart. */
const FORMER_HEAD_TYPE = "latchkey-audit-head+jws";

const signedSchema = z.object({
  organization_id: z.string(),
  entries: z.int(),
  hash: z.string(),
});

/** Signs the former ends of migrated audit logs that are not signed yet. */
export function signAuditHeads(): Promise<void> {
  return signFormerHeads((head) =>
    signAsInstallation({ issuer: env().baseUrl, ...head }, FORMER_HEAD_TYPE),
  );
}

/** What is wrong with a log or with the signature on its former end, in a sentence; null if nothing is. */
export async function findAuditProblem(verdict: LogVerdict): Promise<string | null> {
  const { organization_id: id, former, broken } = verdict;
  if (broken) return broken.message;
  if (!id || !former) return null;
  const problem = await checkFormerHead(id, former);
  return problem && `Organization ${id}: the end of its former log ${problem}`;
}

async function checkFormerHead(
  organizationId: string,
  former: NonNullable<LogVerdict["former"]>,
): Promise<string | null> {
  if (!former.signature) return "is not signed. The next start of Latchkey signs it.";
  const signed = signedSchema.safeParse(
    await readSignedByInstallation(former.signature, FORMER_HEAD_TYPE),
  );
  if (!signed.success) return "was not signed by this installation.";
  const { organization_id, entries, hash } = signed.data;
  const isSame =
    organization_id === organizationId && entries === former.entries && hash === former.hash;
  return isSame ? null : "differs from the one that was signed.";
}
