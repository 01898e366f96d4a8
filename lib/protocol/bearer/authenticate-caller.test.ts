import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { organizationRoles } from "@/lib/core/permissions";
import { may } from "@/lib/operation/access/caller";
import { authenticateCaller } from "@/lib/protocol/bearer/authenticate-caller";
import {
  browserHeaders,
  type MintedOrganization,
  mintManagementToken,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintScene } from "@/test/factories/mint-scene";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { mintAccessToken } from "@/test/factories/mint-tokens";

let organization: MintedOrganization;

beforeEach(async () => {
  organization = await mintOrganization();
});

const authenticate = (
  headers: Record<string, string>,
  method = "GET",
  organizationId = organization.organizationId,
) => authenticateCaller(new Request("http://127.0.0.1:3000/", { method, headers }), organizationId);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("a member's session", () => {
  it.each(organizationRoles)("names the person and their role %s", async (role) => {
    const member = await mintMember(organization.organizationId, role);
    const caller = await authenticate(browserHeaders(member));
    expect(caller).toMatchObject({ kind: "user", userId: member.userId, role });
  });

  it("counts beside an Authorization header without credentials, and its origin is checked", async () => {
    const { owner } = organization;
    for (const authorization of ["", "Bearer "]) {
      const headers = { ...browserHeaders(owner), authorization };
      await expect(authenticate(headers)).resolves.toMatchObject({ userId: owner.userId });
      const foreign = { ...headers, origin: "https://evil.example" };
      await expect(authenticate(foreign, "POST")).rejects.toMatchObject({ status: 403 });
    }
  });

  it("security 47: returns 404 for another organization or none", async () => {
    const { owner: stranger } = await mintOrganization();
    for (const person of [stranger, await mintUser()]) {
      await expect(authenticate(browserHeaders(person))).rejects.toMatchObject({ status: 404 });
    }
  });

  it("needs the second factor that the organization requires, also through an extension", async () => {
    const { organizationId: id, owner } = organization;
    await db().organization.update({ where: { id }, data: { requireSecondFactor: true } });
    const denial = { code: "forbidden", message: expect.stringContaining("second factor") };
    await expect(authenticate(browserHeaders(owner))).rejects.toMatchObject(denial);
    const { installation } = await mintScene("organization");
    const grant = { clientId: installation.client.clientId, organizationId: id };
    const { id: grantId } = await db().grant.create({
      data: { id: newId(), ...grant, scopes: ["organization/clients/read"] },
    });
    const subject = { companyId: null, organizationId: id };
    const columns = { ...subject, grantId, userId: owner.userId };
    const token = await mintAccessToken(installation, "online", columns);
    await expect(authenticate(bearer(token))).rejects.toMatchObject(denial);
    await mintSecondFactor(owner.userId);
    await expect(authenticate(browserHeaders(owner))).resolves.toBeTruthy();
    await expect(authenticate(bearer(token))).resolves.toBeTruthy();
  });

  it("returns 404 for a malformed organization id, before anything else", async () => {
    for (const id of ["a b", "' OR 1=1 --"]) {
      await expect(authenticate({}, "GET", id)).rejects.toMatchObject({ status: 404 });
    }
  });

  it("makes changes only from a page of this site", async () => {
    const { cookie } = organization.owner;
    await expect(authenticate({ cookie }, "GET")).resolves.toBeTruthy();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await expect(authenticate({ cookie }, method)).rejects.toMatchObject({ status: 403 });
      const foreign = { cookie, origin: "https://evil.test" };
      await expect(authenticate(foreign, method)).rejects.toMatchObject({ status: 403 });
      const ownHeaders = browserHeaders(organization.owner);
      await expect(authenticate(ownHeaders, method)).resolves.toBeTruthy();
    }
  });

  it("is required: without one the response is 401 with a challenge", async () => {
    await expect(authenticate({})).rejects.toMatchObject({
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="latchkey"' },
    });
  });
});

describe("a bearer token of client_credentials", () => {
  it("acts as its client with its scopes", async () => {
    const scopes = ["organization/clients/read"];
    const { token, client } = await mintManagementToken(organization.organizationId, scopes);
    const caller = await authenticate(bearer(token));
    expect(caller).toMatchObject({ kind: "client", clientId: client.clientId });
    expect(may(caller, "clients:read")).toBe(true);
    expect(may(caller, "clients:write")).toBe(false);
    expect(may(caller, "secrets:read")).toBe(false);
  });

  it("security 47: returns 404 for another organization", async () => {
    const otherOrganization = await mintOrganization();
    const { token } = await mintManagementToken(otherOrganization.organizationId, []);
    await expect(authenticate(bearer(token))).rejects.toMatchObject({ status: 404 });
  });

  it("must not be a token that a company's extension holds", async () => {
    const installation = await mintInstallation();
    for (const kind of ["offline", "online"] as const) {
      const token = await mintAccessToken(installation, kind);
      const call = authenticate(bearer(token), "GET", installation.organizationId);
      await expect(call).rejects.toMatchObject({ code: "invalid_token" });
    }
  });

  it("is rejected when invalid, even beside a valid session", async () => {
    const headers = { ...browserHeaders(organization.owner), ...bearer("abc") };
    await expect(authenticate(headers)).rejects.toMatchObject({ code: "invalid_token" });
  });
});
