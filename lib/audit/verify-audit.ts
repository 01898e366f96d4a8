import { AUDIT, ofOrganization } from "@/lib/audit/paths";
import { auditVerdictSchema } from "@/lib/audit/schemas";
import { walkOrganizationChain } from "@/lib/audit/walk-organization-chain";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Verifies that the audit log of the caller's organization is unchanged.
 * @throws ServiceError forbidden
 */
export const verifyAudit = operation({
  id: "verifyAudit",
  route: `GET ${AUDIT}/verify`,
  access: organization("audit:read"),
  summary: "Verify the audit log",
  description:
    "Checks the chain of entries from the first to the last and reports the first entry that was changed or is missing.",
  tag: "Audit",
  params: ofOrganization,
  returns: json(auditVerdictSchema, "What was found."),
  async run({ caller }) {
    return { body: await walkOrganizationChain(caller.organizationId) };
  },
});
