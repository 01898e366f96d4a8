import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { Difference } from "@/lib/core/diagnosis/difference";
import { endSessions } from "@/lib/identity/sessions/open-session";

/** The stored data of a person, with the addresses of their sessions. */
export type KnownPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

const lockRow = sql<{ userId: string }>(
  "lock-person-to-erase",
  {},
  "SELECT id FROM users WHERE id = :userId FOR NO KEY UPDATE",
);

/** Locks a person until the transaction ends; null if they are unknown or already erased. */
export async function lockPerson(tx: Database, userId: string) {
  await lockRow({ userId }, tx);
  const row = await tx.user.findUnique({
    where: { id: userId, erasedAt: null },
    select: {
      email: true,
      firstName: true,
      lastName: true,
      externalId: true,
      operatorRole: true,
      sessions: { select: { ipAddress: true } },
    },
  });
  if (!row) return null;
  const { operatorRole, sessions, ...person } = row;
  return {
    ...person,
    isOperator: operatorRole !== null,
    ipAddresses: sessions.flatMap(({ ipAddress }) => ipAddress ?? []),
  };
}

/** Deactivates a person and ends their sessions, and with them their codes and online tokens. */
export async function endAccess(tx: Database, userId: string): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId, deactivatedAt: null },
    data: { deactivatedAt: new Date() },
  });
  await endSessions(tx, { userId });
}

/** What else to look for; emails in lower case. */
export type PersonalTexts = { emails: string[]; values: string[] };

/**
 * Deletes what belongs to a person except memberships, and their name and addresses wherever else they stand alone. The
 * row keeps its id, which histories and receipts name.
 */
export async function erasePerson(
  tx: Database,
  userId: string,
  { emails, values }: PersonalTexts,
): Promise<void> {
  const ofPerson = { where: { userId } };
  await tx.userSession.deleteMany(ofPerson);
  await tx.secondFactor.deleteMany(ofPerson);
  await tx.recoveryCode.deleteMany(ofPerson);
  await tx.passwordResetLink.deleteMany(ofPerson);
  await tx.authorizationRequest.deleteMany(ofPerson);
  await tx.consentQuestion.deleteMany({ where: { askedBy: userId } });
  await tx.idempotentRequest.deleteMany({ where: { actor: { startsWith: `user:${userId}` } } });
  const openInvitations = { invitedBy: userId, acceptedAt: null, revokedAt: null };
  const invitations = { where: { OR: [{ email: { in: emails } }, openInvitations] } };
  await tx.invitation.deleteMany(invitations);
  await tx.companyInvitation.deleteMany(invitations);
  await tx.clientSecret.updateMany({
    where: { lastUsedFrom: { in: values } },
    data: { lastUsedFrom: null },
  });
  const asContact = {
    where: { supportEmail: { in: emails, mode: "insensitive" as const } },
    data: { supportEmail: null },
  };
  await tx.client.updateMany(asContact);
  await withdrawContacts({ emails }, tx);
  await tx.brand.updateMany(asContact);
  await tx.user.update({
    where: { id: userId },
    data: {
      email: null,
      firstName: "",
      lastName: "",
      passwordHash: null,
      externalId: null,
      emailVerifiedAt: null,
      erasedAt: new Date(),
    },
    select: { id: true },
  });
}

// Without any other value that waits, there is no open review. Reads each row itself, so that a change of the client that
// commits meanwhile is not undone.
const withdrawContacts = sql<{ emails: string[] }>(
  "withdraw-contacts-in-review",
  {},
  `
  UPDATE clients SET
    review = CASE WHEN (review -> 'proposed') - 'supportEmail' <> '{}' THEN review #- '{proposed,supportEmail}' END,
    listing_requested_at = CASE WHEN (review -> 'proposed') - 'supportEmail' <> '{}' THEN listing_requested_at END
  WHERE review ->> 'state' = 'pending' AND lower(review #>> '{proposed,supportEmail}') = ANY(:emails)`,
);

/** The columns of an entry in a failure log that may mention a person. */
export type MentioningEvent = {
  id: string;
  detail: string | null;
  difference: Difference | null;
  input: unknown;
  fix: unknown;
};

/** The entries of a range of ids that match a pattern. */
export const listMentioningEvents = sql<
  { afterId: string; throughId: string; pattern: string },
  MentioningEvent
>(
  "list-events-that-mention",
  { id: "text", detail: "text?", difference: "jsonb?", input: "jsonb?", fix: "jsonb?" },
  `
  SELECT id::text AS id, detail, difference, input, fix FROM authorization_events
  WHERE id > :afterId AND id <= :throughId
    AND concat_ws(' ', detail, difference::text, input::text, fix::text) ~ :pattern`,
);

const update = sql<Record<keyof MentioningEvent, string | null>>(
  "scrub-authorization-event",
  {},
  `
  UPDATE authorization_events
  SET detail = :detail, difference = :difference::jsonb, input = :input::jsonb, fix = :fix::jsonb WHERE id = :id`,
);

/** Stores an entry without the person. */
export async function updateEvent(event: MentioningEvent): Promise<void> {
  const textOf = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await update({
    ...event,
    difference: textOf(event.difference),
    input: textOf(event.input),
    fix: textOf(event.fix),
  });
}

export const forgetRequests = sql<{ pattern: string }>(
  "forget-requests-that-mention",
  {},
  `DELETE FROM authorization_requests WHERE concat_ws(' ', redirect_uri, state) ~ :pattern`,
);
