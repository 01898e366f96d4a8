import { beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { removeExtension } from "@/lib/tenants/companies/remove-extension";
import { browserHeaders, mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

/** Posts the form with these headers; returns its response. */
function remove(
  headers: Record<string, string> = browserHeaders(installation.seller),
  companyId: number | string = installation.companyId,
  clientId = installation.client.clientId,
): Promise<Response> {
  const path = `/company/${companyId}/extensions/${clientId}/remove`;
  return answerOperation(removeExtension)(
    new Request(env().baseUrl + path, { method: "POST", headers }),
  );
}

const isInstalled = async () => {
  const { grantId: id } = installation;
  return (await db().grant.findUniqueOrThrow({ where: { id } })).revokedAt === null;
};

describe("a seller who removes an extension", () => {
  it("revokes its grant and returns to its page", async () => {
    const { status, headers } = await remove();
    const { companyId, client } = installation;
    const location = `/company/${companyId}/extensions/${client.clientId}?removed=1`;
    expect([status, headers.get("location")]).toEqual([303, location]);
    expect(await isInstalled()).toBe(false);
  });

  it("is told of an address that names no extension", async () => {
    const { companyId, seller } = installation;
    for (const clientId of ["ffffffffffffffffffffffff", "%00", "%ff", "..%2f"]) {
      expect((await remove(browserHeaders(seller), companyId, clientId)).status).toBe(404);
    }
  });

  it("is sent to sign-in while signed out", async () => {
    const { status, headers } = await remove({ origin: env().baseUrl });
    expect([status, headers.get("location")]).toEqual([303, "/sign-in"]);
    expect(await isInstalled()).toBe(true);
  });

  it.each(["https://evil.example", "null"])(
    "cannot be made to do so by a page of %s",
    async (origin) => {
      expect((await remove({ ...browserHeaders(installation.seller), origin })).status).toBe(403);
      expect(await isInstalled()).toBe(true);
    },
  );

  it("must be an owner or admin of the company", async () => {
    const staff = await mintCompanyMember(installation.companyId, "staff");
    expect((await remove(browserHeaders(staff))).status).toBe(403);
    expect(await isInstalled()).toBe(true);
  });

  it("must belong to the company in the path", async () => {
    const { companyId, seller } = await mintCompany();
    expect((await remove(browserHeaders(seller))).status).toBe(404);
    expect((await remove(browserHeaders(seller), companyId)).status).toBe(404);
    expect((await remove(browserHeaders(installation.seller), "0")).status).toBe(404);
    expect(await isInstalled()).toBe(true);
  });
});
