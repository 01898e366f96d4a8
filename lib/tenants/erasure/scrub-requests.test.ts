import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { fullName } from "@/lib/core/full-name";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import { mentionsOf } from "@/lib/tenants/erasure/mentions";
import { mintUser } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { actor, info } from "@/test/requests/erasure-scene";

// An erasure searches what all requests sent, those of other tests included.
takeOwnDatabase();

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
  clientId = (await mintInstallation()).client.clientId;
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
      { numRuns: 40, examples: [["", "À一Ⰰ"]] },
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
