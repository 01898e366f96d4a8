import type { MemberResponse } from "@/lib/organizations/members/schemas";

/** A role of an organization's members. */
export type Role = MemberResponse["role"];
