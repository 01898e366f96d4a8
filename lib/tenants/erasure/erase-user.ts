import { deletePersonalValues, listPersonalValues } from "@/lib/audit/personal-values";
import { recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { mapValues } from "@/lib/core/diagnosis/difference";
import { ServiceError } from "@/lib/core/errors";
import { fullName } from "@/lib/core/full-name";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { mapStrings, scrubAnswers } from "@/lib/operation/idempotency/scrub-answers";
import { type Mentions, mentionsOf } from "@/lib/tenants/erasure/mentions";
import {
  endAccess,
  erasePerson,
  findEventRange,
  forgetRequests,
  type KnownPerson,
  listFormerAccounts,
  listMentioningEvents,
  lockPerson,
  type MentioningEvent,
  type PersonalTexts,
  updateEvent,
} from "@/lib/tenants/erasure/repository";
import { listMemberships } from "@/lib/tenants/membership/membership-rows";
import { lockTenants, setMemberships } from "@/lib/tenants/membership/set-membership";

/**
 * Erases a person: their account, memberships, sessions and invitations, and their name, addresses and external id in
 * every log. Accounts that ended when the person linked them with this one are erased too. Ids remain in histories and
 * receipts, which still verify. Secrets that they have seen are revoked if a client's permissions would outlast theirs.
 * Access ends first, so that an interrupted erasure can be repeated.
 * @param actor `operator:<user id>` or `service_key:<key id>`
 * @throws ServiceError not_found without such a person, conflict for an operator
 */
export async function eraseUser(
  userId: string,
  actor: string,
  info: Pick<RequestInfo, "ipAddress" | "requestId">,
): Promise<void> {
  const { person, texts } = await transaction(async (tx) => {
    const found = await findErasable(tx, userId);
    await endAccess(tx, userId);
    return found;
  });
  const mentions = mentionsOf(texts.emails, fullName(person));
  if (mentions) {
    await scrubRequests(mentions);
    await scrubAnswers(mentions.scrub);
  }
  for (const former of await listFormerAccounts(userId)) await eraseUser(former, actor, info);
  const target = `user:${userId}`;
  await transaction(async (tx) => {
    await lockTenants(tx, await listMemberships(tx, userId));
    const { texts } = await findErasable(tx, userId);
    await endAccess(tx, userId);
    await erasePerson(tx, userId, texts);
    const by = { changedBy: { kind: "platform", actor } as const, info, revokeSecrets: true };
    const memberships = await listMemberships(tx, userId);
    const ended = memberships.map(
      (each) => ({ ...each, source: "directory", role: null }) as const,
    );
    for (const { kind, id } of await setMemberships(tx, ended, { userId, by })) {
      if (kind !== "organization") continue;
      const change = { action: "account.erased", target };
      await recordChange(tx, { ...by.changedBy, organizationId: id }, info, change);
    }
    await deletePersonalValues({ userId, values: texts.values }, tx);
    await recordPlatformChange(tx, actor, info, { action: "user.erased", target });
  });
}

async function findErasable(
  tx: Database,
  userId: string,
): Promise<{ person: KnownPerson; texts: PersonalTexts }> {
  const person = await lockPerson(tx, userId);
  if (!person) throw new ServiceError("not_found", "There is no such person, or they were erased.");
  if (person.isOperator) {
    throw new ServiceError(
      "conflict",
      "This person is an operator of the platform, and operators cannot be erased. End the role first: npm run operator -- EMAIL --remove, on the server.",
    );
  }
  const logged = await listPersonalValues({ userId }, tx);
  const values = logged.map(({ value }) => value);
  return { person, texts: textsOf(person, values) };
}

function textsOf(person: KnownPerson, logged: readonly string[]): PersonalTexts {
  const { email, firstName, lastName, externalId, ipAddresses } = person;
  const knownTexts = [
    email,
    firstName,
    lastName,
    fullName(person),
    externalId,
    ...ipAddresses,
    ...logged,
  ];
  const values = [...new Set(knownTexts.flatMap((value) => value || []))];
  const emails = values.filter((value) => value.includes("@"));
  return { values, emails: emails.map((email) => email.toLowerCase()) };
}

const EVENTS_AT_ONCE = 2_000n;

/** Removes a person from the failure logs of all clients, and requests that wait with their name or address. */
async function scrubRequests(mentions: Mentions): Promise<void> {
  const { pattern } = mentions;
  await forgetRequests({ pattern });
  const { first, last } = await findEventRange();
  for (let after = first - 1n; after < last; after += EVENTS_AT_ONCE) {
    const range = { afterId: String(after), throughId: String(after + EVENTS_AT_ONCE) };
    for (const event of await listMentioningEvents({ ...range, pattern })) {
      const scrubbed = scrubEvent(event, mentions);
      if (JSON.stringify(scrubbed) !== JSON.stringify(event)) await updateEvent(scrubbed);
    }
  }
}

/**
 * Our own messages quote the request, so they can name a person only if the request did. Without this condition, a name
 * made of their words would change them everywhere.
 */
function scrubEvent(event: MentioningEvent, mentions: Mentions): MentioningEvent {
  let isNamed = false;
  mapStrings(event.input, (text) => {
    isNamed ||= mentions.namesPerson(text);
    return text;
  });
  const scrub = isNamed ? mentions.scrub : mentions.scrubEmails;
  return {
    id: event.id,
    detail: event.detail && scrub(event.detail),
    difference: event.difference && mapValues(event.difference, scrub),
    input: mapStrings(event.input, scrub),
    fix: mapStrings(event.fix, scrub),
  };
}
