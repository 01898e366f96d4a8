import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { findMembersWithoutFactor } from "@/lib/tenants/people/member-rows";

/** Lists the members of the caller's organization without a second factor, by name. */
export const listLackingSecondFactor = operation({
  id: "listLackingSecondFactor",
  access: organization("members:read"),
  returns: value<{ userId: string; name: string; email: string | null }[]>(),
  async run({ caller }) {
    const people = await findMembersWithoutFactor(caller.organizationId);
    return people.map(({ id, firstName, lastName, email }) => ({
      userId: id,
      name: `${firstName} ${lastName}`.trim(),
      email,
    }));
  },
});
