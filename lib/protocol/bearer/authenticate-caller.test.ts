import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { authenticateCaller } from "@/lib/protocol/bearer/authenticate-caller";
import { browserHeaders, type MintedOrganization, mintOrganization } from "@/test/factories/mint";
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

// permissions.test.ts and foreign-objects.test.ts have what each role, scope, and stranger gets.
describe("a member's session", () => {
  it("counts beside an Authorization header without credentials, and its origin is checked", async () => {
    const { owner } = organization;
    for (const authorization of ["", "Bearer "]) {
      const headers = { ...browserHeaders(owner), authorization };
      await expect(authenticate(headers)).resolves.toMatchObject({ userId: owner.userId });
      const foreign = { ...headers, origin: "https://evil.example" };
      await expect(authenticate(foreign, "POST")).rejects.toMatchObject({ status: 403 });
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

  it("makes changes only from a page of this site", async () => {
    const { owner } = organization;
    const { cookie } = owner;
    await expect(authenticate({ cookie }, "GET")).resolves.toBeTruthy();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      for (const headers of [[], [["origin", "https://evil.test"]]]) {
        const foreign = { cookie, ...Object.fromEntries(headers) };
        await expect(authenticate(foreign, method)).rejects.toMatchObject({
          status: 403,
        });
      }
      await expect(authenticate(browserHeaders(owner), method)).resolves.toBeTruthy();
    }
  });

  it("is required: without one the response is 401 with a challenge, if the id is well formed", async () => {
    const headers = { "www-authenticate": 'Bearer realm="latchkey"' };
    await expect(authenticate({})).rejects.toMatchObject({ status: 401, headers });
    for (const id of ["a b", "' OR 1=1 --"]) {
      await expect(authenticate({}, "GET", id)).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe("a bearer token", () => {
  it.each(["offline", "online"] as const)(
    "that a company's extension holds is invalid: %s",
    async (kind) => {
      const installation = await mintInstallation();
      const call = authenticate(
        bearer(await mintAccessToken(installation, kind)),
        ...(["GET", installation.organizationId] as const),
      );
      await expect(call).rejects.toMatchObject({ code: "invalid_token" });
    },
  );

  it("is rejected when invalid, even beside a valid session", async () => {
    const headers = { ...browserHeaders(organization.owner), ...bearer("abc") };
    await expect(authenticate(headers)).rejects.toMatchObject({ code: "invalid_token" });
  });
});
