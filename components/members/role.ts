import type { MemberResponse } from "@/lib/tenants/organizations/members/schemas";

/** A role of an organization's members. */
export type Role = MemberResponse["role"];
