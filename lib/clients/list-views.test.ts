import { describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/list-clients";
import { clientListSchema } from "@/lib/clients/schemas";
import { db } from "@/lib/core/db/client";
import { mintClient, mintDeletion, mintSecret } from "@/test/factories/mint";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt } from "@/test/requests/read-json";

const { id, call } = organizationScene();
const answerTo = (query: Record<string, string>) => call(listClients, { query });

async function list(query: Record<string, string>) {
  const { items, page } = clientListSchema.parse((await answerTo(query)).body);
  return { names: items.map(({ name }) => name).toSorted(), total: page.total };
}

const mint = (name: string, columns: Parameters<typeof mintClient>[1] = {}) =>
  mintClient(id(), { name, ...columns });

describe("searching the list", () => {
  it.each([
    ["the host of a redirect URL", "labels.example.com"],
    ["part of a host in another case", "LABELS.exam"],
    ["a whole redirect URL, by its host", "https://labels.example.com/anything?code=1"],
    ["a host with its port", "127.0.0.1:8080"],
  ])("finds a client by %s", async (_, q) => {
    const redirectUrls = ["http://127.0.0.1:8080/cb", "https://labels.example.com/fp/auth"];
    await mint("Labels", { redirectUrls });
    await mint("Other");
    expect(await list({ q })).toEqual({ names: ["Labels"], total: 1 });
  });

  it("ignores the path of a redirect URL, which many clients share", async () => {
    await mint("Labels", { redirectUrls: ["https://labels.example.com/fp/auth"] });
    expect(await list({ q: "fp/auth" })).toEqual({ names: [], total: 0 });
  });

  it("finds a client by the last four characters of a live secret, case-sensitively", async () => {
    const matchingClient = await mint("Wanted");
    const { secret, secretId } = await mintSecret(matchingClient.clientId);
    await mint("Other");
    const lastFour = secret.slice(-4);
    expect((await list({ q: lastFour })).names).toEqual(["Wanted"]);
    await db().clientSecret.update({ where: { id: secretId }, data: { revokedAt: new Date() } });
    expect((await list({ q: lastFour })).names).toEqual([]);
  });

  it("treats wildcard characters in the search text literally", async () => {
    await mint("50% off_\\ 'x'");
    await mint("50 of f");
    for (const q of ["50%", "off_", "_\\", "'x'"]) {
      expect((await list({ q })).names).toEqual(["50% off_\\ 'x'"]);
    }
  });
});

describe("views of the list", () => {
  it("never_used lists clients none of whose secrets were ever used, live or not", async () => {
    await mint("Never");
    const used = await mint("Used");
    await db().clientSecret.update({
      where: { id: used.secretId },
      data: {
        lastUsedAt: new Date(),
        revokedAt: new Date(),
        client: { update: { isUsed: true } },
      },
    });
    expect(await list({ never_used: "true" })).toEqual({ names: ["Never"], total: 1 });
    expect((await list({ never_used: "false" })).total).toBe(2);
  });

  it.each([
    ["http://127.0.0.1:8080/fp/auth", true],
    ["http://localhost/fp/auth", true],
    ["http://[::1]:3000/fp/auth", true],
    ["https://localhost/fp/auth", true],
    ["https://localhost.example.com/fp/auth", false],
    ["https://127.0.0.1.example.com/fp/auth", false],
    ["https://shipfast.example.com/?to=http://localhost/", false],
  ])("loopback_redirect decides whether %s points to loopback: %s", async (url, isLoopback) => {
    await mint("One", { redirectUrls: ["https://shipfast.example.com/fp/auth", url] });
    expect((await list({ loopback_redirect: "true" })).total).toBe(isLoopback ? 1 : 0);
  });

  it("can be combined with the other filters", async () => {
    const redirectUrls = ["http://localhost/cb"];
    await mint("Wanted", { redirectUrls, tags: ["beta"], isActive: false });
    await mint("Active", { redirectUrls, tags: ["beta"] });
    await mint("Untagged", { redirectUrls, isActive: false });
    const query = { loopback_redirect: "true", never_used: "true", tag: "beta", q: "a" };
    expect(await list({ ...query, is_active: "false", client_type: "extension" })).toEqual({
      names: ["Wanted"],
      total: 1,
    });
  });

  it.each(["never_used", "loopback_redirect", "deleted"])("rejects %s=maybe", async (name) => {
    const { status, body } = await answerTo({ [name]: "maybe" });
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe(name);
  });
});

describe("the totals of the list", () => {
  const counted = async (where: { isActive?: boolean }) =>
    db().client.count({
      where: { organizationId: id(), deletedAt: null, ...where },
    });

  it("stay exact under concurrent changes", async () => {
    const clients = await Promise.all(
      Array.from({ length: 12 }, (_, n) => mint(`Client ${n}`, { isActive: n % 3 === 0 })),
    );
    const changes = clients.flatMap(({ clientId }, n) => {
      const set = (isActive: boolean) =>
        db().client.update({ where: { clientId }, data: { isActive } });
      return [set(n % 2 === 0), set(n % 2 === 1), ...(n % 4 === 0 ? [mintDeletion(clientId)] : [])];
    });
    await Promise.all(changes);
    await db().client.updateMany({
      where: { clientId: clients[0]?.clientId ?? "" },
      data: { deletedAt: null, clientType: "partner" },
    });
    expect((await list({})).total).toBe(await counted({}));
    expect((await list({ is_active: "true" })).total).toBe(await counted({ isActive: true }));
    expect((await list({ is_active: "false" })).total).toBe(await counted({ isActive: false }));
    expect((await list({ client_type: "partner" })).total).toBe(1);
  });
});
