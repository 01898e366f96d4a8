import type { z } from "zod";
import { TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { listQuerySchema } from "@/lib/kernel/schemas/cursor-schemas";
import { externalIdSchema } from "@/lib/kernel/schemas/id-schema";

/** The path parameter of one member. */
export const ofMember = {
  external_id: externalIdSchema.meta({
    description:
      "The platform's id of the person, percent-encoded; our id for a person who has none.",
    example: "seller-4711",
  }),
};

/** Whose members a set of operations is about. */
export interface MembersOf<Kind, Path, Of, OfMember, Member, Fields, List> {
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
  /** What a change of a member also does; empty if nothing. */
  alsoOnChange: string;
  /** What the end of a membership also does; empty if nothing. */
  alsoOnEnd: string;
}

/** The operations on the members of companies or organizations: list, fetch, put, and delete. */
export function memberContracts<
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
    list: definePlatformContract({
      operationId: `listDirectory${kind}Members`,
      method: "GET",
      path: members,
      summary: `List ${words}'s members`,
      description: `Lists the members of ${words}.`,
      tag: TAG,
      platformPermission: "directory:read",
      params: of,
      query: listQuerySchema,
      success: { status: 200, description: "A page of members.", schema: schemas.list },
    }),
    get: definePlatformContract({
      operationId: `getDirectory${kind}Member`,
      method: "GET",
      path: member,
      summary: `Fetch ${words}'s member`,
      description: `Returns one member of ${words}.`,
      tag: TAG,
      platformPermission: "directory:read",
      params: about.ofMember,
      success: { status: 200, description: "The member.", schema: schemas.member },
    }),
    put: definePlatformContract({
      operationId: `putDirectory${kind}Member`,
      method: "PUT",
      path: member,
      summary: `Create or change ${words}'s member`,
      description: `Creates the person if they are new. Fields that are not sent stay the same. The directory then manages the membership, also one that came from elsewhere.${about.alsoOnChange}`,
      tag: TAG,
      platformPermission: "directory:write",
      params: about.ofMember,
      body: schemas.fields,
      success: {
        status: 200,
        description: "The member, updated or unchanged.",
        created: "The new member.",
        schema: schemas.member,
      },
      errors: ["conflict", "precondition_failed"],
    }),
    remove: definePlatformContract({
      operationId: `removeDirectory${kind}Member`,
      method: "DELETE",
      path: member,
      summary: `End ${words}'s membership`,
      description: `Ends the membership; the person stays. Their online tokens for ${words.replace(/^an? /, "the ")} stop at once.${about.alsoOnEnd} The directory may also remove the last owner.`,
      tag: TAG,
      platformPermission: "directory:write",
      params: about.ofMember,
      success: { status: 200, description: "The former member.", schema: schemas.member },
    }),
  };
}
