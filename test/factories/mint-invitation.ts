import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { newInvitationLink } from "@/lib/tenants/people/manage-invitations";

/** An invitation with the token from its link. */
export type MintedInvitation = { invitationId: string; email: string; token: string };

/** An open invitation to an organization; `columns` overrides what a test cares about. */
export async function mintInvitation(
  organizationId: string,
  columns: Partial<Omit<Prisma.InvitationUncheckedCreateInput, "tokenHash">> = {},
): Promise<MintedInvitation> {
  const { stored, token, id, email } = newRow();
  const row = await db().invitation.create({
    data: { id, organizationId, email, role: "developer", ...stored, ...columns },
    select: { email: true },
  });
  return { invitationId: id, ...row, token };
}

/** An open invitation to a company; `columns` overrides what a test cares about. */
export async function mintCompanyInvitation(
  companyId: number,
  columns: Partial<Omit<Prisma.CompanyInvitationUncheckedCreateInput, "tokenHash">> = {},
): Promise<MintedInvitation> {
  const { stored, token, id, email } = newRow();
  const row = await db().companyInvitation.create({
    data: { id, companyId, email, role: "staff", ...stored, ...columns },
    select: { email: true },
  });
  return { invitationId: id, ...row, token };
}

function newRow() {
  const { stored, link } = newInvitationLink();
  return {
    id: newId(),
    email: `${newId()}@example.com`,
    stored,
    token: link.split("/").at(-1) ?? "",
  };
}
