import { expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { authenticateCompanyCaller } from "@/lib/tenants/companies/authenticate-company-caller";
import { type MintedUser, mintCompany } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";

const authenticate = ({ cookie }: MintedUser, companyId: number | null) =>
  authenticateCompanyCaller(new Request(env().baseUrl, { headers: { cookie } }), companyId);

it("a person reads about a company as one of its people, or else as an operator", async () => {
  const { companyId, seller } = await mintCompany();
  expect(await authenticate(seller, companyId)).toEqual({
    kind: "seller",
    userId: seller.userId,
    companyId,
  });
  const operator = await mintOperator();
  expect(await authenticate(operator, companyId)).toMatchObject({ kind: "operator" });
  expect(await authenticate(operator, null)).toMatchObject({ kind: "operator" });
});

it("a company is not found for people of other companies, nor without an id", async () => {
  const { companyId } = await mintCompany();
  const { seller } = await mintCompany();
  for (const id of [companyId, null]) {
    await expect(authenticate(seller, id)).rejects.toMatchObject({ code: "not_found" });
  }
});
