import { findSandboxCompanies } from "@/lib/developer-tools/repository";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** A sandbox company in which a member of an organization can try a client. */
export type Sandbox = {
  companyId: number;
  name: string;
  /** The organization's own company. */
  isOwn: boolean;
  /** The person's role in the company; null if they are not a member. */
  role: "owner" | "admin" | "staff" | null;
};

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
