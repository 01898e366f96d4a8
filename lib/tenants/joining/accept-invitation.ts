import { z } from "zod";
import { recordChange, recordPlatformChange } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { verifyEmail } from "@/lib/identity/account/recovery/recover-account";
import { newPasswordSchema, personNameSchema } from "@/lib/identity/account/schemas";
import { hashLink } from "@/lib/identity/sessions/link";
import { openSession } from "@/lib/identity/sessions/open-session";
import { sessionOfCookie } from "@/lib/identity/sessions/read-session";
import { setSessionCookie } from "@/lib/identity/sessions/session-cookie";
import { anyone } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { type Destination, page } from "@/lib/operation/returns";
import {
  type InvitationView,
  type InvitedTo,
  openInvitation,
} from "@/lib/tenants/joining/open-invitation";
import { membershipEntry } from "@/lib/tenants/membership/membership-rows";
import { addMembership } from "@/lib/tenants/membership/set-membership";
import type { Kind, Role, Tenant } from "@/lib/tenants/membership/tenants";
import { INVITATIONS } from "@/lib/tenants/people/invitation-rows";
import { lockOpenCompany } from "@/lib/tenants/people/manage-members";

/** The form with which a person without an account accepts an invitation. */
const newPersonFormSchema = z.object({
  first_name: personNameSchema,
  last_name: personNameSchema,
  password: newPasswordSchema,
});

type OpenInvitation = Extract<InvitationView, { state: "open" }>;

/**
 * Joins the organization or company, once. A person with an account must be signed in with it; a new person gets an
 * account and is signed in. Otherwise the browser returns to the invitation's page, which explains the problem.
 */
export const acceptInvitation = operation({
  id: "acceptInvitation",
  request: {
    route: "POST /invitation/{token}/accept",
    params: z.object({ token: z.string() }),
    body: z.looseObject({}),
  },
  access: anyone(),
  // Only a new person's form has fields, so it is parsed once the invitation says whose it is.
  returns: page({
    on: "/invitation/{token}",
    failure: (t, href) => ({
      title: t("invitation.title"),
      link: { href, label: t("invitation.goOn") },
    }),
  }),
  async run({ params: { token }, body, info, cookie }) {
    const invitation = await openInvitation(token, info.ipAddress);
    if (invitation.state !== "open") return { back: "" };
    const session = await sessionOfCookie(cookie);
    const { userId, to } = invitation;
    if ((session?.userId ?? null) !== userId) return { back: "" };
    if (!userId) return joinAsNewPerson(invitation, body, { token, info });
    await transaction((tx) => joinTenant(tx, to, { userId, token }, info));
    return { to: hrefOf(to) };
  },
});

async function joinAsNewPerson(
  { email, to }: OpenInvitation,
  form: unknown,
  { token, info }: { token: string; info: RequestInfo },
): Promise<Destination<never>> {
  const parsed = newPersonFormSchema.safeParse(form);
  if (!parsed.success) {
    const invalidFields = new Set(parsed.error.issues.map((issue) => issue.path.join(".")));
    return { back: `?invalid=${[...invalidFields].join(",")}` };
  }
  const { first_name, last_name, password } = parsed.data;
  const personData = { email, firstName: first_name, lastName: last_name };
  const fault = judgePassword(password, personData);
  if (fault) return { back: `?invalid=${fault}` };
  const person = { ...personData, passwordHash: await hashPassword(password) };
  const sessionId = await transaction(async (tx) => {
    const userId = newId();
    const data = { id: userId, ...person };
    const { count } = await tx.user.createMany({ data, skipDuplicates: true });
    if (count === 0)
      throw new ServiceError(
        "conflict",
        "An account with this email address has just been created. Open the link again and sign in with it.",
      );
    await joinTenant(tx, to, { userId, token }, info);
    return openSession(tx, userId, "live", info);
  });
  return { to: hrefOf(to), cookies: [setSessionCookie(sessionId)] };
}

function hrefOf({ kind, id }: InvitedTo): string {
  return kind === "company" ? `/company/${id}/extensions` : `/organization/${id}/clients`;
}

/** Uses up an invitation and makes the person a member. A link that only the mailbox had verifies the address. */
async function joinTenant(
  tx: Database,
  { kind, id }: InvitedTo,
  person: { userId: string; token: string },
  info: RequestInfo,
): Promise<void> {
  const { userId } = person;
  if (kind === "company") {
    const tenant = { kind, id: Number(id) } as const;
    await lockOpenCompany(tx, tenant.id);
    const { isNew, role } = await join(tx, tenant, person);
    const entry = membershipEntry(tenant, userId, { before: null, after: { role } });
    if (isNew) await recordPlatformChange(tx, entry.target, info, entry);
  } else {
    const tenant = { kind, id } as const;
    const { role } = await join(tx, tenant, person);
    const entry = membershipEntry(tenant, userId, { before: null, after: { role } });
    await recordChange(tx, { kind: "user", userId, organizationId: id }, info, entry);
  }
}

/** @returns whether the person is new, and the role that the invitation offers */
async function join<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  { userId, token }: { userId: string; token: string },
): Promise<{ isNew: boolean; role: Role<K> }> {
  const [invitation] = await INVITATIONS[tenant.kind].take({ tokenHash: hashLink(token) }, tx);
  if (!invitation) {
    throw new ServiceError(
      "conflict",
      "This invitation has just been accepted or revoked. Open the link again to see its status.",
    );
  }
  const { role, isMailed } = invitation;
  const added = await addMembership(tx, { tenant, userId, role, source: "local" });
  if (isMailed) await verifyEmail(tx, userId);
  return { isNew: added !== null, role };
}
