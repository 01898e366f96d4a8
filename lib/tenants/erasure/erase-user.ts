import { deletePersonalValues, listPersonalValues } from "@/lib/audit/personal-values";
import { type Origin, recordChange, recordPlatformChange } from "@/lib/audit/record-change";
import { ERASED } from "@/lib/audit/values";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { mapValues } from "@/lib/core/diagnosis/difference";
import { ServiceError } from "@/lib/core/errors";
import { fullName } from "@/lib/core/full-name";
import { mapStrings, scrubAnswers } from "@/lib/operation/idempotency/run-once-per-key";
import {
  endAccess,
  erasePerson,
  forgetRequests,
  type KnownPerson,
  listMentioningEvents,
  lockPerson,
  type MentioningEvent,
  type PersonalTexts,
  updateEvent,
} from "@/lib/tenants/erasure/repository";
import { listMemberships } from "@/lib/tenants/membership/membership-rows";
import { lockTenants, setMemberships } from "@/lib/tenants/membership/set-membership";

/**
 * Erases a person, also from every log, and the accounts that they linked with this one. Ids remain in histories and
 * receipts, which still verify. Access ends first, so that an interrupted erasure can be repeated.
 * @param actor `operator:<user id>` or `service_key:<key id>`
 * @throws ServiceError not_found without such a person, conflict for an operator
 */
export async function eraseUser(userId: string, actor: string, info: Origin): Promise<void> {
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
  // The accounts that ended when the person linked them with this one.
  const linked = { where: { successorId: userId, erasedAt: null }, select: { id: true } };
  const formers = await db().user.findMany({ ...linked, orderBy: { id: "asc" } });
  for (const former of formers) await eraseUser(former.id, actor, info);
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
  const id = { id: true } as const;
  const { _min, _max } = await db().authorizationEvent.aggregate({ _min: id, _max: id });
  const last = _max.id ?? 0n;
  for (let after = (_min.id ?? 0n) - 1n; after < last; after += EVENTS_AT_ONCE) {
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

/** How texts that are not about a person may still mention them. */
type Mentions = {
  /** A case-sensitive regular expression for PostgreSQL that names each letter's cases; also inside JSON. */
  pattern: string;
  /** Whether a text contains the person's full name. */
  namesPerson: (text: string) => boolean;
  /** The text without the person's email addresses. */
  scrubEmails: (text: string) => string;
  /** The text without their email addresses and full name. */
  scrub: (text: string) => string;
};

// A name with the syntax of addresses and parameters, such as "redirect_uri is", is not searched for.
const SYNTAX = /[/:=_?&%]/;
const LEAST_LETTERS = 3;

/**
 * Mentions of a person by email address or full name, in whole words, also as part of a URL. Single names and ids are no
 * mentions: they are words that others use, too.
 * @returns null if the person has neither
 */
export function mentionsOf(emails: readonly string[], name: string | null): Mentions | null {
  const names = name !== null && isSearchable(name) ? [name] : [];
  const all = [...emails, ...names];
  if (all.length === 0) return null;
  const scrubber = (texts: readonly string[]) => {
    const pattern = inWholeWords(texts);
    return (text: string) => (pattern ? text.replace(pattern, ERASED) : text);
  };
  const scrubName = scrubber(names);
  return {
    pattern: `(?:(?<=%[0-9A-Fa-f][0-9A-Fa-f])|(?<![[:alnum:]]))(?:${inAnyCase(alternatives(all))})(?![[:alnum:]])`,
    namesPerson: (text) => scrubName(text) !== text,
    scrubEmails: scrubber(emails),
    scrub: scrubber(all),
  };
}

function isSearchable(name: string): boolean {
  const letters = name.match(/\p{L}/gu) ?? [];
  return name.includes(" ") && letters.length >= LEAST_LETTERS && !SYNTAX.test(name);
}

function inWholeWords(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null;
  const words = alternatives(texts);
  return new RegExp(
    `(?:(?<=%[0-9a-f]{2})|(?<![\\p{L}\\p{M}\\p{N}]))(?:${words})(?![\\p{L}\\p{M}\\p{N}])`,
    "giu",
  );
}

// Longest first, so that no part of a longer form is left.
function alternatives(texts: readonly string[]): string {
  const forms = [...new Set(texts.flatMap(formsOf))];
  return forms
    .toSorted((left, right) => right.length - left.length)
    .map(escapeForPattern)
    .join("|");
}

function formsOf(text: string): string[] {
  const percent = encodeURIComponent(text.toWellFormed());
  const inJson = JSON.stringify(text).slice(1, -1);
  return [text, inJson, percent, percent.replaceAll("%20", "+"), text.replaceAll(" ", "+")];
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

const LAST_CODE = 0x1_ffff;

// PostgreSQL's own ~* knows two cases of a letter, and some have three (Ǆ, ǅ, ǆ), or none outside its locale.
function inAnyCase(pattern: string): string {
  const cased = Array.from({ length: LAST_CODE }, (_, code) => String.fromCodePoint(code))
    .filter((letter) => /\p{Changes_When_Casemapped}/u.test(letter))
    .join("");
  return pattern.replace(/\p{Changes_When_Casemapped}/gu, (letter) => {
    const cases = cased.match(new RegExp(letter, "giu")) ?? [];
    return `[${cases.join("")}]`;
  });
}
