import type { z } from "zod";
import { listQuerySchema } from "@/lib/core/schemas/page-schemas";
import { platform } from "@/lib/operation/access";
import { json } from "@/lib/operation/returns";
import { COMPANY, ofCompany } from "@/lib/platform/companies/company";
import { companyMemberSchemas } from "@/lib/platform/companies/schemas";
import { ORGANIZATION, ofOrganization } from "@/lib/platform/organizations/organization";
import { organizationMemberSchemas } from "@/lib/platform/organizations/schemas";
import { ofUser } from "@/lib/platform/users/user";
import { TAG } from "@/lib/platform/values";

/** Whose members a set of operations is about. */
interface MembersOf<Kind, Path, Of, OfMember, Member, Fields, List> {
  kind: Kind;
  /** With its article: "a company". */
  words: string;
  /** Path of one company or organization. */
  path: Path;
  /** Its path parameters. */
  of: Of;
  /** Path parameters of one member. */
  ofMember: OfMember;
  schemas: { member: Member; fields: Fields; list: List };
  /** Further effects of changing a member; empty if there are none. */
  alsoOnChange: string;
  /** Further effects of ending a membership; empty if there are none. */
  alsoOnEnd: string;
}

/** The operations on the members of companies or organizations: list, fetch, put, and delete. */
function memberOperations<
  const Kind extends "Company" | "Organization",
  const Path extends string,
  Of extends z.ZodObject,
  OfMember extends z.ZodObject,
  Member extends z.ZodObject,
  Fields extends z.ZodObject,
  List extends z.ZodObject,
>(about: MembersOf<Kind, Path, Of, OfMember, Member, Fields, List>) {
  const { kind, words, path, of, schemas } = about;
  const members = `${path}/members` as const;
  const member = `${members}/{external_id}` as const;
  return {
    list: {
      id: `listDirectory${kind}Members` as const,
      route: `GET ${members}` as const,
      summary: `List ${words}'s members`,
      description: `Lists the members of ${words}.`,
      tag: TAG,
      access: platform("directory:read"),
      params: of,
      query: listQuerySchema,
      returns: json(schemas.list, "A page of members."),
    },
    get: {
      id: `getDirectory${kind}Member` as const,
      route: `GET ${member}` as const,
      summary: `Fetch ${words}'s member`,
      description: `Returns one member of ${words}.`,
      tag: TAG,
      access: platform("directory:read"),
      params: about.ofMember,
      returns: json(schemas.member, "The member."),
    },
    put: {
      id: `putDirectory${kind}Member` as const,
      route: `PUT ${member}` as const,
      summary: `Create or change ${words}'s member`,
      description: `Creates the person if they are new. Fields that are not sent stay the same. The directory then manages the membership, also one that came from elsewhere.${about.alsoOnChange}`,
      tag: TAG,
      access: platform("directory:write"),
      params: about.ofMember,
      body: schemas.fields,
      returns: json(schemas.member, "The member, updated or unchanged.", {
        created: "The new member.",
      }),
      errors: ["conflict", "precondition_failed"] as const,
    },
    remove: {
      id: `removeDirectory${kind}Member` as const,
      route: `DELETE ${member}` as const,
      summary: `End ${words}'s membership`,
      description: `Ends the membership; the person stays. Their online tokens for ${words.replace(/^an? /, "the ")} stop at once.${about.alsoOnEnd} The directory may also remove the last owner.`,
      tag: TAG,
      access: platform("directory:write"),
      params: about.ofMember,
      returns: json(schemas.member, "The former member."),
    },
  };
}

/** Operations on companies/{company_id}/members. */
export const companyMembers = memberOperations({
  kind: "Company",
  words: "a company",
  path: COMPANY,
  of: ofCompany,
  ofMember: ofCompany.extend(ofUser.shape),
  schemas: companyMemberSchemas,
  alsoOnChange: "",
  alsoOnEnd: "",
});

/** Operations on organizations/{organization_id}/members. */
export const organizationMembers = memberOperations({
  kind: "Organization",
  words: "an organization",
  path: ORGANIZATION,
  of: ofOrganization,
  ofMember: ofOrganization.extend(ofUser.shape),
  schemas: organizationMemberSchemas,
  alsoOnChange:
    " A lower role revokes secrets that the person has seen of clients with more permissions.",
  alsoOnEnd:
    " Secrets that they have seen of clients with permissions in the organization are revoked.",
});
