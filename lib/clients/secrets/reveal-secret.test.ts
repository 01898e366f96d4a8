import { beforeEach, describe, expect, it } from "vitest";
import { revealSecret } from "@/lib/clients/secrets/reveal-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import {
  MINTED_PASSWORD,
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { callRoute } from "@/test/requests/call-route";

const request = (body: object, headers: Record<string, string> = {}) => {
  const { organizationId, owner: as } = organization;
  const { clientId, secretId } = client;
  const params = { organization_id: organizationId, client_id: clientId, secret_id: secretId };
  return callRoute(revealSecret, { params, as, body, headers });
};

const info = { requestId: newId(), ipAddress: null, userAgent: null };
const SECRETS = "organization/clients/secrets";
let organization: MintedOrganization;
let owner: Caller & { kind: "user" };
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  const { organizationId } = organization;
  owner = { kind: "user", organizationId, userId: organization.owner.userId, role: "owner" };
  client = await mintClient(organizationId);
});

const reveal = (caller: Caller, password?: string, { clientId, secretId } = client) =>
  perform(revealSecret, {
    ...{
      params: { organization_id: caller.organizationId, client_id: clientId, secret_id: secretId },
    },
    ...{ body: { password }, caller, cookie: null, info },
  });

describe("revealing a secret", () => {
  it("shows it to a person who gives their password", async () => {
    const { body } = await reveal(owner, MINTED_PASSWORD);
    expect(body).toMatchObject({ secret: client.clientSecret });
    await expect(reveal(owner, "wrong")).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("needs no password of a client, or of a person who acts through an extension", async () => {
    const { clientId } = await mintClient(owner.organizationId, { scopes: [SECRETS] });
    const bearer = { clientId, scopes: [SECRETS] };
    const { organizationId } = owner;
    for (const caller of [
      { kind: "client" as const, organizationId, ...bearer },
      { ...owner, through: bearer },
    ]) {
      expect((await reveal(caller)).body).toMatchObject({ secret: client.clientSecret });
    }
  });

  it("needs every permission in the client's scopes", async () => {
    const { userId } = await mintMember(owner.organizationId, "admin");
    const admin: Caller = { ...owner, userId, role: "admin" };
    expect((await reveal(admin, MINTED_PASSWORD)).body).toMatchObject({ id: client.secretId });
    const scopes = ["organization/settings/write"];
    await db().client.update({ where: { clientId: client.clientId }, data: { scopes } });
    await expect(reveal(admin, MINTED_PASSWORD)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("asks for no password if there is no such client, or the caller may not", async () => {
    const unknown = { ...client, clientId: newId() };
    await expect(reveal(owner, undefined, unknown)).rejects.toMatchObject({ code: "not_found" });
    const { userId } = await mintMember(owner.organizationId, "developer");
    const developer: Caller = { ...owner, userId, role: "developer" };
    await expect(reveal(developer)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("finds no secret that was revoked, or of another client", async () => {
    const otherClient = await mintClient(owner.organizationId);
    const mixed = { ...client, secretId: otherClient.secretId };
    const missing = { code: "not_found" };
    await expect(reveal(owner, MINTED_PASSWORD, mixed)).rejects.toMatchObject(missing);
    const data = { revokedAt: new Date() };
    await db().clientSecret.update({ where: { id: client.secretId }, data });
    await expect(reveal(owner, MINTED_PASSWORD)).rejects.toMatchObject(missing);
  });

  it("cannot show one that was imported as a hash", async () => {
    const data = { encrypted: null, encryptionKeyId: null };
    await db().clientSecret.update({ where: { id: client.secretId }, data });
    await expect(reveal(owner, MINTED_PASSWORD)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a rotated secret", () => {
  const rotate = (caller: Caller) =>
    perform(rotateSecret, {
      ...{ params: { organization_id: caller.organizationId, client_id: client.clientId } },
      ...{ body: { overlap_seconds: 0 }, caller, info },
    });
  const creatorOf = async (id: string) =>
    (await db().clientSecret.findUniqueOrThrow({ where: { id } })).createdBy;

  it("names the person who created it, or no one if a client did", async () => {
    const { body } = await rotate(owner);
    expect(await creatorOf(body.id)).toBe(owner.userId);
    const scopes = ["organization/clients/write"];
    const { clientId } = await mintClient(owner.organizationId, { scopes });
    const { organizationId } = owner;
    const rotation = await rotate({ kind: "client", organizationId, clientId, scopes });
    expect(await creatorOf(rotation.body.id)).toBeNull();
  });
});

describe("a request to reveal a secret", () => {
  const revelations = () =>
    db().auditRow.count({
      where: { organizationId: organization.organizationId, action: "secret.revealed" },
    });

  it.each([
    ["a wrong password", { password: "not the password" }, "is not yours"],
    ["an empty password", { password: "" }, "is required"],
    ["a missing password", {}, "is required"],
  ])("rejects %s, reveals nothing, and writes no audit row", async (_, body, message) => {
    const answer = await request(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { path: "password", message: expect.stringContaining(message) },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(client.clientSecret);
    expect(await revelations()).toBe(0);
  });

  it("blocks the network after ten wrong passwords, even with the correct one", async () => {
    const headers = { [CLIENT_ADDRESS_HEADER]: "198.51.100.77" };
    const body = { password: "a guess" };
    for (let n = 0; n < 10; n += 1) expect((await request(body, headers)).status).toBe(400);
    const answer = await request({ password: MINTED_PASSWORD }, headers);
    expect(answer.status).toBe(429);
    expect(answer.body.error).toBe("slow_down");
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await request({ password: MINTED_PASSWORD })).status).toBe(200);
  });
});
