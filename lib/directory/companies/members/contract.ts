import { COMPANY, ofCompany } from "@/lib/directory/companies/contract";
import {
  companyMemberFieldsSchema,
  companyMemberListSchema,
  companyMemberSchema,
  listQuerySchema,
} from "@/lib/directory/companies/schemas";
import { TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { externalIdSchema } from "@/lib/kernel/schemas/id-schema";

const MEMBERS = `${COMPANY}/members` as const;
const MEMBER = `${MEMBERS}/{external_id}` as const;

const ofMember = ofCompany.extend({
  external_id: externalIdSchema.meta({
    description:
      "The platform's id of the person, percent-encoded; our id for a person who has none.",
    example: "seller-4711",
  }),
});

/** GET companies/{company_id}/members. */
export const listDirectoryCompanyMembersContract = definePlatformContract({
  operationId: "listDirectoryCompanyMembers",
  method: "GET",
  path: MEMBERS,
  summary: "List a company's members",
  description: "Lists the members of a company.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofCompany,
  query: listQuerySchema,
  success: { status: 200, description: "A page of members.", schema: companyMemberListSchema },
});

/** GET companies/{company_id}/members/{external_id}. */
export const getDirectoryCompanyMemberContract = definePlatformContract({
  operationId: "getDirectoryCompanyMember",
  method: "GET",
  path: MEMBER,
  summary: "Fetch a company's member",
  description: "Returns one member of a company.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofMember,
  success: { status: 200, description: "The member.", schema: companyMemberSchema },
});

/** PUT companies/{company_id}/members/{external_id}. */
export const putDirectoryCompanyMemberContract = definePlatformContract({
  operationId: "putDirectoryCompanyMember",
  method: "PUT",
  path: MEMBER,
  summary: "Create or change a company's member",
  description:
    "Creates the person if they are new. Fields that are not sent stay the same. The directory then manages the membership, also one that came from elsewhere.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofMember,
  body: companyMemberFieldsSchema,
  success: {
    status: 200,
    description: "The member, updated or unchanged.",
    created: "The new member.",
    schema: companyMemberSchema,
  },
  errors: ["conflict"],
});

/** DELETE companies/{company_id}/members/{external_id}. */
export const removeDirectoryCompanyMemberContract = definePlatformContract({
  operationId: "removeDirectoryCompanyMember",
  method: "DELETE",
  path: MEMBER,
  summary: "End a company's membership",
  description:
    "Ends the membership; the person stays. Their online tokens for the company stop at once. The directory may also remove the last owner.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofMember,
  success: { status: 200, description: "The former member.", schema: companyMemberSchema },
});
