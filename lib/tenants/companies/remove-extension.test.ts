import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { removeExtension } from "@/lib/tenants/companies/extensions";
import { mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { locationOf, sendForm } from "@/test/requests/send-form";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const remove = (as = installation.seller, params = {}) => {
  const { companyId, client } = installation;
  const of = { company_id: companyId, client_id: client.clientId };
  return sendForm(removeExtension, { as, params: { ...of, ...params } });
};
const isInstalled = async () => {
  const { grantId: id } = installation;
  return (await db().grant.findUniqueOrThrow({ where: { id } })).revokedAt === null;
};

it("removing an extension revokes its grant and returns to its page", async () => {
  const { companyId, client } = installation;
  const page = `/company/${companyId}/extensions/${client.clientId}?removed=1`;
  expect(locationOf(await remove())).toBe(page);
  expect(await isInstalled()).toBe(false);
});

it.each(["ffffffffffffffffffffffff", "%00", "%ff", "..%2f"])(
  "removing returns 404 for %s, which names no extension",
  async (client_id) => {
    expect((await remove(installation.seller, { client_id })).status).toBe(404);
  },
);

it("only owners and admins of the company remove its extensions", async () => {
  const staff = await mintCompanyMember(installation.companyId, "staff");
  expect((await remove(staff)).status).toBe(403);
  const { companyId: company_id, seller } = await mintCompany();
  expect((await remove(seller, { company_id })).status).toBe(404);
  expect((await remove(installation.seller, { company_id: "0" })).status).toBe(404);
  expect(await isInstalled()).toBe(true);
});
