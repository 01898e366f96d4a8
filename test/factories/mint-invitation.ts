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
  const { data, token } = newRow();
  const { id, email } = await db().invitation.create({
    data: { organizationId, role: "developer", ...data, ...columns },
    select: { id: true, email: true },
  });
  return { invitationId: id, email, token };
}

/** An open invitation to a company; `columns` overrides what a test cares about. */
export async function mintCompanyInvitation(
  companyId: number,
  columns: Partial<Omit<Prisma.CompanyInvitationUncheckedCreateInput, "tokenHash">> = {},
): Promise<MintedInvitation> {
  const { data, token } = newRow();
  const { id, email } = await db().companyInvitation.create({
    data: { companyId, role: "staff", ...data, ...columns },
    select: { id: true, email: true },
  });
  return { invitationId: id, email, token };
}

function newRow() {
  const { stored, link } = newInvitationLink();
  const data = { id: newId(), email: `${newId()}@example.com`, ...stored };
  return { data, token: link.split("/").at(-1) ?? "" };
}
