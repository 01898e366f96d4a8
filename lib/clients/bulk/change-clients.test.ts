import { beforeEach, describe, expect, it } from "vitest";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { bulkResultSchema } from "@/lib/clients/bulk/schemas";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  mintClient,
  mintDeletion,
  mintOrganization,
} from "@/test/factories/mint";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt, listOf } from "@/test/requests/read-json";

const { id, call } = organizationScene();
let first: MintedClient;
let second: MintedClient;

beforeEach(async () => {
  first = await mintClient(id(), { tags: ["beta"] });
  second = await mintClient(id(), { isActive: false });
});

const change = (body: object) => call(changeClients, { body });
const bothIds = () => [first.clientId, second.clientId];
const outcomes = async (body: object) =>
  bulkResultSchema.parse((await change(body)).body).items.map(({ outcome }) => outcome);
const rowOf = ({ clientId }: MintedClient) =>
  db().client.findUniqueOrThrow({ where: { clientId } });
const changesOf = ({ clientId }: MintedClient) =>
  db().auditRow.findMany({
    where: { target: `client:${clientId}`, action: "client.updated" },
    select: { before: true, after: true },
  });

describe("POST bulk", () => {
  it("changes each client separately, with its own version and audit row", async () => {
    const deactivation = await outcomes({ action: "deactivate", client_ids: bothIds() });
    expect(deactivation).toEqual(["changed", "unchanged"]);
    expect(await rowOf(first)).toMatchObject({ isActive: false, version: 2 });
    expect(await rowOf(second)).toMatchObject({ isActive: false, version: 1 });
    const change = { before: { is_active: true }, after: { is_active: false } };
    expect(await changesOf(first)).toEqual([change]);
    expect(await changesOf(second)).toEqual([]);
    const activation = await outcomes({ action: "activate", client_ids: bothIds() });
    expect(activation).toEqual(["changed", "changed"]);
    expect(await rowOf(second)).toMatchObject({ isActive: true });
  });

  it("adds missing tags and removes them again", async () => {
    const tagsOf = async (each: MintedClient) => (await rowOf(each)).tags;
    const addition = { action: "add_tags", client_ids: bothIds(), tags: ["beta", "labels"] };
    expect(await outcomes(addition)).toEqual(["changed", "changed"]);
    for (const each of [first, second]) expect(await tagsOf(each)).toEqual(["beta", "labels"]);
    const removal = { action: "remove_tags", client_ids: [first.clientId], tags: ["beta"] };
    expect(await outcomes(removal)).toEqual(["changed"]);
    expect(await tagsOf(first)).toEqual(["labels"]);
    expect(await outcomes(removal)).toEqual(["unchanged"]);
  });

  it("reports which clients were rejected and changes the rest", async () => {
    const deleted = await mintClient(id());
    await mintDeletion(deleted.clientId);
    const foreign = await mintClient((await mintOrganization()).organizationId);
    const full = await mintClient(id(), {
      tags: Array.from({ length: 20 }, (_, n) => `tag ${n}`),
    });
    const clientIds = [newId(), deleted.clientId, foreign.clientId, full.clientId, first.clientId];
    const call = { action: "add_tags", client_ids: clientIds, tags: ["one more"] };
    const { items } = bulkResultSchema.parse((await change(call)).body);
    expect(items.map(({ client_id }) => client_id)).toEqual(clientIds);
    const errors = [...Array(3).fill("not_found"), "invalid_request", null];
    expect(items.map(({ error }) => error)).toEqual(errors);
    expect(items[3]?.message).toContain("at most 20 tags");
    expect((await rowOf(first)).tags).toContain("one more");
    expect((await rowOf(foreign)).tags).toEqual([]);
    expect((await rowOf(full)).tags).toHaveLength(20);
  });

  it("counts a repeated client once", async () => {
    const clientIds = [second.clientId, second.clientId];
    const { body } = await change({ action: "activate", client_ids: clientIds });
    expect(listOf(body.items)).toHaveLength(1);
    expect(await rowOf(second)).toMatchObject({ version: 2 });
  });

  it.each<[string, object, string]>([
    ["an empty list of clients", { client_ids: [] }, "client_ids"],
    ["more than 100 clients", { client_ids: Array.from({ length: 101 }, newId) }, "client_ids"],
    ["a malformed id", { client_ids: ["all"] }, "client_ids.0"],
    ["an unknown action", { action: "delete" }, "action"],
    ["missing tags", { action: "add_tags" }, "tags"],
    ["empty tags", { action: "add_tags", tags: [] }, "tags"],
    ["unexpected tags", { tags: ["a"] }, "tags"],
    ["an unknown field", { force: true }, "force"],
  ])("rejects %s", async (_, fields, path) => {
    const answer = await change({ action: "activate", client_ids: [newId()], ...fields });
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, path]);
  });
});
