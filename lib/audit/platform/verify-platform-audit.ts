import { AUDIT, platformPermission, TAG } from "@/lib/audit/platform/paths";
import { chainVerdictSchema } from "@/lib/audit/schemas";
import { walkPlatformChain } from "@/lib/audit/walk-platform-chain";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Verifies that the platform's audit log is unchanged.
 * @throws ServiceError forbidden, insufficient_scope
 */
export const verifyPlatformAudit = operation({
  id: "verifyPlatformAudit",
  route: `GET ${AUDIT}/verify`,
  access: platform(platformPermission),
  summary: "Verify the platform's audit log",
  description:
    "Checks the chain of entries from the first to the last and reports the first entry that was changed or is missing.",
  tag: TAG,
  returns: json(chainVerdictSchema, "What was found."),
  async run() {
    return { body: await walkPlatformChain() };
  },
});
