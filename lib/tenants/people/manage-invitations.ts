import { currentBrand } from "@/lib/core/brand/current-brand";
import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { dateLocales, type Locale } from "@/lib/core/i18n/locales";
import { type MailOutcome, mailWords, sendMail } from "@/lib/core/mail/send-mail";
import { newLink } from "@/lib/identity/sessions/link";
import type { Kind, Role, Tenant } from "@/lib/tenants/membership/tenants";
import { INVITATIONS, type InvitationRow } from "@/lib/tenants/people/invitation-rows";
import {
  type MembershipContext,
  PeopleError,
  requireRole,
} from "@/lib/tenants/people/manage-members";
import { MAX_OPEN_INVITATIONS } from "@/lib/tenants/people/values";

const LINK_SECONDS = 7 * 24 * 60 * 60;

/** The link of an invitation, and the part of it that is stored. */
export type InvitationLink = ReturnType<typeof newLink>;

/** Creates the link of an invitation, valid for seven days. */
export function newInvitationLink(): InvitationLink {
  return newLink("invitation", LINK_SECONDS);
}

/** Invites an email address. @throws ServiceError forbidden for a role above the caller's; as {@link addInvitation} */
export async function invite<K extends Kind>(
  context: MembershipContext<K>,
  { email, role }: { email: string; role: Role<K> },
  link: InvitationLink,
): Promise<InvitationRow<K>> {
  requireRole(context, role);
  const offer = { email, role, invitedBy: context.userId };
  const row = await addInvitation(context.tx, context.tenant, offer, link);
  await context.record({
    action: "invitation.created",
    target: `invitation:${row.id}`,
    after: { email: row.email, role },
  });
  return row;
}

/** Replaces the link of an invitation; the caller is its sender from now on. @throws ServiceError as {@link revoke} */
export async function resend<K extends Kind>(
  context: MembershipContext<K>,
  id: string,
  { stored }: InvitationLink,
): Promise<InvitationRow<K>> {
  const { tx, tenant, userId } = context;
  const { email, role } = await requireEditable(context, id);
  const link = { ...stored, invitedBy: userId, id: tenant.id, invitationId: id };
  const [renewed] = await INVITATIONS[tenant.kind].renew(link, tx);
  if (!renewed) throw noSuchInvitation(tenant.kind);
  await context.record({
    action: "invitation.resent",
    target: `invitation:${id}`,
    after: { email, role },
  });
  return renewed;
}

/** Ends the link of an invitation. @throws ServiceError not_found; forbidden for a role above the caller's */
export async function revoke<K extends Kind>(
  context: MembershipContext<K>,
  id: string,
): Promise<InvitationRow<K>> {
  const { tx, tenant } = context;
  const row = await requireEditable(context, id);
  const revoked = await INVITATIONS[tenant.kind].revoke({ id: tenant.id, invitationId: id }, tx);
  // It may have been accepted since it was read.
  if (revoked.length === 0) throw noSuchInvitation(tenant.kind);
  await context.record({
    action: "invitation.revoked",
    target: `invitation:${id}`,
    before: { email: row.email, role: row.role },
  });
  return row;
}

async function requireEditable<K extends Kind>(
  context: MembershipContext<K>,
  invitationId: string,
): Promise<InvitationRow<K>> {
  const { tx, tenant } = context;
  const [row] = await INVITATIONS[tenant.kind].find({ id: tenant.id, invitationId }, tx);
  if (!row) throw noSuchInvitation(tenant.kind);
  requireRole(context, row.role);
  return row;
}

// The same error for one that does not exist here and one that is no longer open.
function noSuchInvitation(kind: Kind): PeopleError {
  const message = `This ${kind} has no open invitation with this id.`;
  return new PeopleError("not_found", "no_such_invitation", message);
}

/**
 * Stores an invitation to an organization or company, which must be locked.
 * @param offer `invitedBy` is null if no person sends it
 * @throws ServiceError conflict for a member, if the address has an open invitation, or if there are too many
 */
export async function addInvitation<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  offer: { email: string; role: Role<K>; invitedBy: string | null },
  { stored }: InvitationLink,
): Promise<InvitationRow<K>> {
  const { email } = offer;
  const { findMember, count, revokeExpired, insert } = INVITATIONS[kind];
  if ((await findMember({ id, email }, tx)).length > 0) {
    throw new PeopleError(
      "conflict",
      "already_member",
      `${email} is already a member. Change their role instead.`,
    );
  }
  const [counted] = await count({ id }, tx);
  if (counted && counted.open >= MAX_OPEN_INVITATIONS) {
    throw new PeopleError(
      "conflict",
      "too_many_invitations",
      `The ${kind} already has ${MAX_OPEN_INVITATIONS} open invitations. Revoke some first.`,
    );
  }
  await revokeExpired({ id, email }, tx);
  const [row] = await insert({ ...offer, ...stored, id, invitationId: newId() }, tx);
  if (row) return row;
  throw new PeopleError(
    "conflict",
    "already_invited",
    `${email} already has an open invitation. Resend it, or revoke it first.`,
  );
}

/** Mails an invitation's link, outside transactions. @returns the outcome, with the link only if it was not mailed */
export async function mailInvitation<K extends Kind>(
  { name, ...tenant }: Tenant<K> & { name: string },
  row: InvitationRow<K>,
  { link, stored }: InvitationLink,
  locale: Locale,
): Promise<{ mail: MailOutcome; link: string | null }> {
  const t = mailWords(locale);
  const { productName: product } = await currentBrand();
  const time = new Intl.DateTimeFormat(dateLocales[locale], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(row.expiresAt);
  const inviter = row.inviterName ?? name;
  const offer = { inviter, tenant: name, product, role: row.role };
  const mail = await sendMail({
    to: row.email,
    subject: t("invitation.subject", { tenant: name, product }),
    text: [
      tenant.kind === "company"
        ? t("invitation.company", offer)
        : t("invitation.organization", offer),
      `${t("invitation.accept")}\n${link}`,
      t("invitation.works", { time, email: row.email }),
    ].join("\n\n"),
  });
  if (mail === "sent") {
    const { tokenHash } = stored;
    await INVITATIONS[tenant.kind].markMailed({ id: tenant.id, invitationId: row.id, tokenHash });
  }
  return { mail, link: mail === "sent" ? null : link };
}
