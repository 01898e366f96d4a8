import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { recordChange, recordPlatformChange } from "@/lib/audit/record-change";
import { walkOrganizationChain } from "@/lib/audit/walk-chain";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { fullName } from "@/lib/core/full-name";
import { eraseUser, mentionsOf } from "@/lib/tenants/erasure/erase-user";
import {
  mintClient,
  mintCompanyMember,
  mintHolder,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintIdempotentRequest } from "@/test/factories/mint-idempotent-request";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { actor, EMAIL, info, invite } from "@/test/requests/erasure-scene";

// An erasure searches what all requests sent, those of other tests included.
takeOwnDatabase();

let installation: Installation;

beforeAll(async () => {
  installation = await mintInstallation();
});

it("records of what others did under their own names and addresses stay", async () => {
  const { organizationId } = installation;
  const member = await mintMember(organizationId, "admin");
  const leaving = await mintMember(organizationId, "admin");
  for (const as of [member, leaving])
    await invite(organizationId, as, `${newId()}@example.com`, newId());
  await eraseUser(leaving.userId, actor, info);
  const of = (userId: string) => db().auditPersonalValue.count({ where: { userId } });
  expect([await of(member.userId), await of(leaving.userId)]).toEqual([1, 0]);
});

it("an entry that names no person loses their name in any case of its letters", async () => {
  const spellings = ["İREM", "İrem", "Ǆ", "ǆ"];
  const target = `organization:${newId()}`;
  for (const first_name of spellings)
    await recordPlatformChange(db(), actor, info, {
      action: "member.added",
      target,
      after: { first_name },
    });
  const countValues = () => db().auditPersonalValue.count({ where: { value: { in: spellings } } });
  expect(await countValues()).toBe(4);
  await eraseNamed("İrem", "ǅ");
  expect(await countValues()).toBe(0);
});

it("a request that ends after the erasure stores no personal data either", async () => {
  const { organizationId } = installation;
  const { userId } = await mintMember(organizationId, "developer");
  await eraseUser(userId, actor, info);
  const target = `user:${userId}`;
  const lateChange = { action: "client.updated", target, after: { email: EMAIL } };
  const caller = { kind: "user", organizationId, userId, role: "developer" } as const;
  await recordChange(db(), caller, info, lateChange);
  expect(await db().auditPersonalValue.count({ where: { userId } })).toBe(0);
  expect(await walkOrganizationChain(organizationId)).toMatchObject({ intact: true });
});

it("a secret that an erased person has seen is revoked if its client may act on the organization", async () => {
  const { organizationId } = installation;
  const { userId } = await mintMember(organizationId, "admin");
  const managing = await mintClient(organizationId, { scopes: ["organization/members/write"] });
  const selling = await mintClient(organizationId, { scopes: ["company/orders/read"] });
  for (const { secretId } of [managing, selling]) await mintHolder(secretId, `user:${userId}`);
  await eraseUser(userId, actor, info);
  const revoked = ({ secretId }: { secretId: string }) =>
    db().clientSecret.count({ where: { id: secretId, revokedAt: { not: null } } });
  expect([await revoked(managing), await revoked(selling)]).toEqual([1, 0]);
  const target = `secret:${managing.secretId}`;
  const rows = await db().auditRow.findMany({ where: { organizationId, target } });
  expect(rows).toMatchObject([{ action: "secret.revoked", actor, personal: null }]);
});

it("an operator cannot be erased, and nothing about them changes", async () => {
  const { userId } = await mintUser();
  const data = { operatorRole: "support", operatorSource: "local" } as const;
  const before = await db().user.update({ where: { id: userId }, data });
  await expect(eraseUser(userId, actor, info)).rejects.toMatchObject({ code: "conflict" });
  expect(await db().user.findUnique({ where: { id: userId } })).toEqual(before);
});

it("a change of what waits for a review that commits meanwhile is not undone", async () => {
  const { userId, email: supportEmail } = await mintUser();
  const { clientId } = await mintClient(installation.organizationId);
  const propose = (database: Database, description: string) => {
    const review = { state: "pending", proposed: { supportEmail, description } };
    return database.client.update({ where: { clientId }, data: { review } });
  };
  await propose(db(), "Old.");
  const { erasure } = await transaction(async (tx) => {
    await propose(tx, "New.");
    const erasure = eraseUser(userId, actor, info);
    await untilBlockedByTransaction(tx);
    return { erasure };
  });
  await erasure;
  const { review } = await db().client.findUniqueOrThrow({ where: { clientId } });
  expect(review).toEqual({ state: "pending", proposed: { description: "New." } });
});

it("an interrupted erasure can be repeated, and ten at once take effect once", async () => {
  const { userId } = await mintCompanyMember(installation.companyId, "staff");
  const now = new Date();
  await db().user.update({ where: { id: userId }, data: { deactivatedAt: now } });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => eraseUser(userId, actor, info)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const person = await db().user.findUniqueOrThrow({ where: { id: userId } });
  expect(person).toMatchObject({ email: null, deactivatedAt: now });
  const where = { organizationId: null, target: `user:${userId}`, action: "user.erased" };
  expect(await db().auditRow.count({ where })).toBe(1);
});

it("a stored response whose encryption key is gone does not stop an erasure", async () => {
  const { organizationId } = await mintOrganization();
  await mintIdempotentRequest({ organizationId, actor, key: newId() }, true);
  const { userId } = await mintUser();
  await eraseUser(userId, actor, info);
  expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({ email: null });
});

/** What the service writes in failure logs, and what requests send without meaning a person. */
const OTHERS = [
  denial("invalid_request", {
    detail: "The redirect_uri is not one of the client's redirect URLs.",
    difference: [
      {
        name: "component",
        values: { component: "trailing_slash", sent: "/fp/auth/", expected: "/fp/auth" },
      },
    ],
    input: {
      parameters: { redirect_uri: "https://shop.example/a b", scope: "company/a company/b" },
      authentication: "basic and body",
      numbers: [1, 2, true, null],
    },
    fix: { kind: "register_redirect_url", url: "https://shop.example/" },
  }),
];
const WORDS = ["redirect_uri", "is not", "The client's", '":', '"', "one of", "%", "_", "1, 2"];

let clientId: string;
let ownClientId: string;

beforeAll(async () => {
  ({ clientId } = installation.client);
  ownClientId = (await mintInstallation()).client.clientId;
  await mintEvents(clientId, OTHERS);
});

const eventsOf = (of: string) =>
  db().authorizationEvent.findMany({ where: { clientId: of }, orderBy: { id: "asc" } });

async function eraseNamed(firstName: string, lastName: string): Promise<void> {
  const { userId } = await mintUser();
  await db().user.update({ where: { id: userId }, data: { firstName, lastName } });
  await eraseUser(userId, actor, info);
}

const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
);
// PostgreSQL stores no NUL.
const names = word.map((name) => name.replaceAll("\0", "").trim());

describe("security 98: erasing a person with any name", () => {
  it("succeeds, keeps the names of fields, and changes nothing that others sent", async () => {
    const before = await eventsOf(clientId);
    await fc.assert(
      fc.asyncProperty(names, names, async (firstName, lastName) => {
        const name = fullName({ firstName, lastName });
        const label = name ?? "no name";
        const input = { parameters: { [label]: "state", state: `For ${label}.` } };
        await mintEvents(ownClientId, [denial("invalid_request", { input })]);
        await eraseNamed(firstName, lastName);
        expect(await eventsOf(clientId)).toEqual(before);
        const ownEvent = (await eventsOf(ownClientId)).at(-1);
        const isNamed = mentionsOf([], name)?.namesPerson(input.parameters.state);
        const state = isNamed ? "For erased." : input.parameters.state;
        expect(ownEvent?.input).toEqual({ parameters: { [label]: "state", state } });
      }),
      {
        numRuns: 40,
        examples: [
          ["", "À一Ⰰ"],
          ["0", "ǅA一"],
        ],
      },
    );
  });

  it.each([
    ['":', '"'],
    ["redirect_uri", "is"],
    ["one", "of"],
    ["true,", "null"],
    [".*", "\\"],
    ["company/a", "company/b"],
  ])("works for %s %s", async (firstName, lastName) => {
    const before = await eventsOf(clientId);
    await eraseNamed(firstName, lastName);
    expect(await eventsOf(clientId)).toEqual(before);
  });

  it.each([
    ["Zoë", "O'Neill-Ünal"],
    ["山田", "太郎"],
    ["Анна", 'Ким "Аня"'],
  ])("removes %s %s in whole words, in any case and form", async (firstName, lastName) => {
    const name = `${firstName} ${lastName}`;
    const url = `https://shop.example/%2F${encodeURIComponent(name)}`;
    const input = { parameters: { state: name.toUpperCase(), other: `x${name}`, url } };
    await mintEvents(ownClientId, [
      denial("invalid_request", { detail: `Unknown: ${name}.`, input, fix: { kind: "x", url } }),
    ]);
    await eraseNamed(firstName, lastName);
    const scrubbed = "https://shop.example/%2Ferased";
    expect((await eventsOf(ownClientId)).at(-1)).toMatchObject({
      detail: "Unknown: erased.",
      input: { parameters: { state: "erased", other: `x${name}`, url: scrubbed } },
      fix: { kind: "x", url: scrubbed },
    });
  });

  it("leaves longer addresses of other people alone", async () => {
    const { userId, email } = await mintUser();
    const detail = `From x${email} and ${email}.`;
    await mintEvents(ownClientId, [denial("invalid_request", { detail })]);
    await eraseUser(userId, actor, info);
    const [newest] = (await eventsOf(ownClientId)).slice(-1);
    expect(newest?.detail).toBe(`From x${email} and erased.`);
  });
});
