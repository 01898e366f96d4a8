import { type Change, recordPlatformChanges } from "@/lib/audit/record-change";
import { endSeenSecrets } from "@/lib/clients/service-keys/seen-secrets";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";
import { INVITATIONS } from "@/lib/tenants/people/invitation-rows";

/**
 * Gives a person a role in the platform's staff, or ends it. Every end of a role comes here: losing the role of an
 * operator also revokes the open invitations of owners that the person sent, whose links they may know, and makes the
 * secrets of service keys that they have seen end.
 * @param role null ends it
 * @returns what the platform's audit log records; nothing if the person has that role already
 */
export async function setOperatorRole(
  tx: Database,
  userId: string,
  role: OperatorRole | null,
  source: OperatorSource,
): Promise<Change[]> {
  await lockPerson({ userId }, tx);
  const where = { id: userId };
  const select = { operatorRole: true } as const;
  const { operatorRole: before } = await tx.user.findUniqueOrThrow({ where, select });
  if (before === role) return [];
  const data = { operatorRole: role, operatorSource: role && source };
  await tx.user.update({ where, data, select: { id: true } });
  const change: Change = {
    action: role ? "operator.granted" : "operator.revoked",
    target: `user:${userId}`,
    before: { role: before },
    after: { role },
  };
  if (role === "operator") return [change];
  await INVITATIONS.organization.revokeOwners({ invitedBy: userId }, tx);
  await INVITATIONS.company.revokeOwners({ invitedBy: userId }, tx);
  return [change, ...(await endSeenSecrets(tx, userId))];
}

/** The outcome; people to choose from by id if the address proves nothing or several people have it. */
export type OperatorChange =
  | "changed"
  | "unchanged"
  | "unknown"
  | { candidates: OperatorCandidate[] };

/**
 * Gives a person a role in the platform's staff, or ends it, recorded in the platform's audit log as `operator:shell`. An
 * address names the person with a password, because only one can have one under an address, or else the one whose address
 * is verified: anyone could have claimed another one. Only for people with shell access.
 * @param role null ends it
 */
export function changeOperator(
  who: { email: string } | { id: string },
  role: OperatorRole | null,
): Promise<OperatorChange> {
  return transaction(async (tx) => {
    const isById = "id" in who;
    const people = await findCandidates(
      tx,
      isById ? who : { email: who.email.trim().toLowerCase() },
    );
    const candidates = role ? people : people.filter(({ operatorRole }) => operatorRole !== null);
    if (candidates.length === 0) return "unknown";
    const person = isById || !role ? onlyOne(candidates) : onlyOne(candidates.filter(isProven));
    if (!person) return { candidates };
    const changes = await setOperatorRole(tx, person.id, role, "local");
    if (changes.length === 0) return "unchanged";
    const info = { ipAddress: null, requestId: newId() };
    await recordPlatformChanges(tx, "operator:shell", info, changes);
    return "changed";
  });
}

const isProven = ({ hasPassword, isEmailVerified }: OperatorCandidate) =>
  hasPassword || isEmailVerified;

/** The only one, or the one with a password. */
function onlyOne(people: readonly OperatorCandidate[]): OperatorCandidate | undefined {
  return people.length === 1 ? people[0] : people.find(({ hasPassword }) => hasPassword);
}

/** A person who may become an operator. */
export type OperatorCandidate = Awaited<ReturnType<typeof findCandidates>>[number];

/** The people with this email address in lower case, or this id, who can sign in. */
async function findCandidates(tx: Database, who: { email: string } | { id: string }) {
  const rows = await tx.user.findMany({
    where: { ...who, deactivatedAt: null },
    select: {
      id: true,
      externalId: true,
      firstName: true,
      lastName: true,
      createdAt: true,
      operatorRole: true,
      passwordHash: true,
      emailVerifiedAt: true,
      sessions: {
        where: { secondFactorPending: false },
        select: { createdAt: true },
        orderBy: { createdAt: "desc" },
        take: 1,
      },
    },
    orderBy: { id: "asc" },
  });
  return rows.map(({ passwordHash, emailVerifiedAt, sessions, ...row }) => ({
    ...row,
    hasPassword: passwordHash !== null,
    isEmailVerified: emailVerifiedAt !== null,
    lastSignedInAt: sessions[0]?.createdAt ?? null,
  }));
}

type OperatorSource = "local" | "claims";

const lockPerson = sql<{ userId: string }>(
  "lock-person-for-role",
  {},
  "SELECT 1 FROM users WHERE id = :userId FOR NO KEY UPDATE",
);
