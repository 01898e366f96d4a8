import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { type CallTrace, requestCall } from "@/lib/consent/deliveries/request-call";
import { type Database, transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";

/** What a company or organization granted a client, or all that was granted to a client of an organization. */
type ChosenGrants = {
  clientId: string;
  /** Who revokes them; null for a client's token or a service key. */
  userId: string | null;
} & ({ givenBy: Subject } | { ofClientOwnedBy: string });

/** All that is given must be true of a grant. */
const CHOICES = {
  clientId: "g.client_id = :clientId",
  companyId: "g.company_id = :companyId::bigint",
  organizationId: "g.organization_id = :organizationId",
  ownerId: "c.organization_id = :ownerId",
};

type Choice = { userId: string | null; companyId?: number | null } & {
  [Name in Exclude<keyof typeof CHOICES, "companyId">]?: string | null;
};

const revoke = sql<Choice, { clientId: string }>(
  "revoke-grants",
  { clientId: "text" },
  (choice) => `
  WITH revoked AS (
    UPDATE grants g SET revoked_at = now(), modified_at = now(), epoch = g.epoch + 1
    FROM clients c
    WHERE g.revoked_at IS NULL AND c.client_id = g.client_id AND ${chosen(choice)}
    RETURNING g.id, g.client_id, g.scopes, c.version
  ),
  events AS (
    INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
    SELECT id, 'revoked', scopes, '{}', :userId, version FROM revoked
  )
  SELECT client_id AS "clientId" FROM revoked`,
);

function chosen(choice: Partial<Choice>): string {
  const names = (Object.keys(CHOICES) as (keyof typeof CHOICES)[]).filter((name) => choice[name]);
  return names.length === 0 ? "false" : names.map((name) => CHOICES[name]).join(" AND ");
}

/**
 * Revokes live grants of a client, with an event in the history of each. Codes and tokens of the old epoch end with it.
 * @returns how many there were
 */
export async function revokeGrants(tx: Database, choice: ChosenGrants): Promise<number> {
  const { clientId, userId } = choice;
  const of = "givenBy" in choice ? choice.givenBy : { ownerId: choice.ofClientOwnedBy };
  return (await revoke({ clientId, userId, ...of }, tx)).length;
}

/**
 * Revokes a company's grant. All codes and tokens stop working at once, and the extension receives an uninstall call.
 * @returns id of the uninstall call; null if the extension has no address
 * @throws ServiceError not_found when nothing is granted
 */
export async function removeGrant(
  { companyId, ...of }: { companyId: number; clientId: string; userId: string },
  trace?: CallTrace,
): Promise<string | null> {
  const givenBy = { companyId, organizationId: null };
  const deliveryId = await transaction((tx) => removeGrantIn(tx, { ...of, givenBy }, trace));
  wakeDeliveryWorker();
  return deliveryId;
}

/** Like {@link removeGrant}, of a company or organization in a transaction; wake the delivery worker after the commit. */
export async function removeGrantIn(
  tx: Database,
  of: { givenBy: Subject; clientId: string; userId: string | null },
  { traceparent }: CallTrace = {},
): Promise<string | null> {
  const { clientId, givenBy } = of;
  if ((await revokeGrants(tx, of)) === 0) {
    const message =
      givenBy.companyId === null
        ? "The organization has not installed this extension."
        : "The company has not granted this extension anything.";
    throw new ServiceError("not_found", message);
  }
  return requestCall(tx, { kind: "uninstall", clientId, subject: givenBy, traceparent });
}

/**
 * Ends everything that a company granted, in the transaction that closes it. Codes and tokens end with the grants, and
 * an uninstall call is stored for each extension; wake the delivery worker after the commit.
 */
export async function closeCompany(
  tx: Database,
  companyId: number,
  { traceparent }: CallTrace = {},
): Promise<void> {
  const subject = { companyId, organizationId: null };
  for (const { clientId } of await revoke({ companyId, userId: null }, tx)) {
    await requestCall(tx, { kind: "uninstall", clientId, subject, traceparent });
  }
}

const narrow = sql<{ clientId: string }, { narrowed: number }>(
  "narrow-grants",
  { narrowed: "int4" },
  `
  WITH narrowed AS (
    UPDATE grants g SET modified_at = now(), scopes = ARRAY(
      SELECT scope FROM unnest(g.scopes) AS scope WHERE scope = ANY (c.scopes) ORDER BY scope COLLATE "C")
    FROM clients c JOIN grants old USING (client_id)
    WHERE c.client_id = :clientId AND old.id = g.id AND g.revoked_at IS NULL AND NOT g.scopes <@ c.scopes
    RETURNING g.id, old.scopes AS scopes_before, g.scopes AS scopes_after, c.version
  ),
  events AS (
    INSERT INTO grant_events (grant_id, change, scopes_before, scopes_after, user_id, client_version)
    SELECT id, 'changed', scopes_before, scopes_after, NULL, version FROM narrowed
  )
  SELECT count(*)::int AS narrowed FROM narrowed`,
);

/**
 * Takes from all live grants of a client the scopes that it is no longer registered for, in the transaction that changes
 * the client. Each grant's history gets an event without a person, because no one on the company's side decided it.
 */
export async function narrowGrants(tx: Database, clientId: string): Promise<number> {
  const [row] = await narrow({ clientId }, tx);
  return row?.narrowed ?? 0;
}
