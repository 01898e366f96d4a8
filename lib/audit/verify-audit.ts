import { AUDIT, PLATFORM_AUDIT } from "@/lib/audit/logs";
import { auditVerdictSchema, chainVerdictSchema } from "@/lib/audit/schemas";
import { walkOrganizationChain, walkPlatformChain } from "@/lib/audit/walk-chain";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization, platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Verifies that the audit log of the caller's organization is unchanged.
 * @throws ServiceError forbidden
 */
export const verifyAudit = operation({
  id: "verifyAudit",
  request: { route: `GET ${AUDIT}/verify`, params: organizationParams },
  access: organization("audit:read"),
  summary: "Verify the audit log",
  description:
    "Checks the chain of entries from the first to the last and reports the first entry that was changed or is missing.",
  tag: "Audit",
  returns: json(auditVerdictSchema, "What was found."),
  async run({ caller }) {
    return { body: await walkOrganizationChain(caller.organizationId) };
  },
});

/**
 * Verifies that the platform's audit log is unchanged.
 * @throws ServiceError forbidden, insufficient_scope
 */
export const verifyPlatformAudit = operation({
  id: "verifyPlatformAudit",
  request: { route: `GET ${PLATFORM_AUDIT}/verify` },
  access: platform("platform-audit:read"),
  summary: "Verify the platform's audit log",
  description:
    "Checks the chain of entries from the first to the last and reports the first entry that was changed or is missing.",
  tag: "Platform audit",
  returns: json(chainVerdictSchema, "What was found."),
  async run() {
    return { body: await walkPlatformChain() };
  },
});
