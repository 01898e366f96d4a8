import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import type { Prisma } from "@/lib/kernel/db/generated/client";
import { newLink } from "@/lib/organizations/invitations/new-link";

/** An invitation with the token from its link. */
export type MintedInvitation = { invitationId: string; email: string; token: string };

/** An open invitation to an organization; `columns` overrides what a test cares about. */
export async function mintInvitation(
  organizationId: string,
  columns: Partial<Omit<Prisma.InvitationUncheckedCreateInput, "tokenHash">> = {},
): Promise<MintedInvitation> {
  const { stored, link } = newLink();
  const email = `${newId()}@example.com`;
  const { id, ...row } = await db().invitation.create({
    data: { id: newId(), organizationId, email, role: "developer", ...stored, ...columns },
    select: { id: true, email: true },
  });
  return { invitationId: id, ...row, token: link.split("/").at(-1) ?? "" };
}
