import { beforeEach, describe, expect, it } from "vitest";
import { revealSecret } from "@/lib/clients/secrets/reveal-secret";
import { db } from "@/lib/core/db/client";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import {
  MINTED_PASSWORD,
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { callRoute, type RouteCall } from "@/test/requests/call-route";

let organization: MintedOrganization;
let client: MintedClient;
let params: { organization_id: string; client_id: string; secret_id: string };

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId);
  params = {
    organization_id: organization.organizationId,
    client_id: client.clientId,
    secret_id: client.secretId,
  };
});

const reveal = (call: Partial<RouteCall> = {}) =>
  callRoute(revealSecret, {
    params,
    as: organization.owner,
    body: { password: MINTED_PASSWORD },
    ...call,
  });
const revelations = () =>
  db().auditRow.findMany({
    where: { organizationId: organization.organizationId, action: "secret.revealed" },
  });

describe("POST reveal", () => {
  it("returns the secret in clear to a person who enters their password", async () => {
    const { status, body } = await reveal();
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: client.secretId, secret: client.clientSecret });
  });

  it("security 50: writes an audit row that names the secret but does not contain it", async () => {
    await reveal();
    const rows = await revelations();
    expect(rows).toMatchObject([
      { target: `client:${client.clientId}`, after: { secrets: [client.secretId] } },
    ]);
    expect(JSON.stringify(rows[0]?.after)).not.toContain("lks_");
  });

  it.each([
    ["a wrong password", { password: "not the password" }, "is not yours"],
    ["an empty password", { password: "" }, "is required"],
    ["a missing password", {}, "is required"],
  ])("rejects %s, reveals nothing, and writes no audit row", async (_, body, message) => {
    const answer = await reveal({ body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { path: "password", message: expect.stringContaining(message) },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(client.clientSecret);
    expect(await revelations()).toEqual([]);
  });

  it("blocks the network after ten wrong passwords, even with the correct one", async () => {
    const headers = { [CLIENT_ADDRESS_HEADER]: "198.51.100.77" };
    const body = { password: "a guess" };
    for (let n = 0; n < 10; n += 1) expect((await reveal({ body, headers })).status).toBe(400);
    const answer = await reveal({ headers });
    expect(answer.status).toBe(429);
    expect(answer.body.error).toBe("slow_down");
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await reveal()).status).toBe(200);
  });

  it("requires the scope but no password from a token", async () => {
    const { organizationId } = organization;
    const { token } = await mintManagementToken(organizationId, ["organization/clients/secrets"]);
    const answer = await reveal({ as: token, body: {} });
    expect(answer.body.secret).toBe(client.clientSecret);
    const { token: weak } = await mintManagementToken(organizationId, [
      "organization/clients/read",
      "organization/clients/write",
    ]);
    expect((await reveal({ as: weak, body: {} })).status).toBe(403);
  });

  it("rejects developers and callers without credentials, whatever they send", async () => {
    const developer = await mintMember(organization.organizationId, "developer");
    expect((await reveal({ as: developer })).status).toBe(403);
    expect((await reveal({ as: undefined })).status).toBe(401);
    expect(await revelations()).toEqual([]);
  });

  it("returns 404 for an unknown or revoked secret and for another client's secret", async () => {
    const otherClient = await mintClient(organization.organizationId);
    await db().clientSecret.update({
      where: { id: client.secretId },
      data: { revokedAt: new Date() },
    });
    for (const secretId of [client.secretId, otherClient.secretId, "f".repeat(24)]) {
      const answer = await reveal({ params: { ...params, secret_id: secretId } });
      expect(answer.status).toBe(404);
    }
    expect(await revelations()).toEqual([]);
  });

  it("security 47: returns 404 to another organization's owner under either organization", async () => {
    const stranger = await mintOrganization();
    const ownParams = { ...params, organization_id: stranger.organizationId };
    expect((await reveal({ as: stranger.owner })).status).toBe(404);
    expect((await reveal({ as: stranger.owner, params: ownParams })).status).toBe(404);
  });
});
