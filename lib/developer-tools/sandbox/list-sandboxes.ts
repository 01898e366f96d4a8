import { findSandboxCompanies } from "@/lib/developer-tools/repository";
import type { Sandbox } from "@/lib/developer-tools/sandbox/values";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/**
 * The sandbox companies for a member of an organization: the organization's own first, then the person's others, by
 * name.
 */
export const listSandboxes = operation({
  id: "listSandboxes",
  access: organization("clients:read"),
  returns: value<Sandbox[]>(),
  async run({ caller }) {
    if (caller.kind !== "user") return [];
    const { organizationId, userId } = caller;
    const companies = await findSandboxCompanies({ organizationId, userId });
    const sandboxes = companies.map(({ id, name, organization, members }) => ({
      companyId: id,
      name,
      isOwn: organization?.id === organizationId,
      role: members[0]?.role ?? null,
    }));
    return sandboxes.toSorted((left, right) => Number(right.isOwn) - Number(left.isOwn));
  },
});
