import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { listOf } from "@/test/requests/read-json";

let installation: Installation;
let token: string;

beforeAll(async () => {
  installation = await mintInstallation();
  token = await mintAccessToken(installation, "offline");
  await db().product.createMany({
    data: Array.from({ length: 15 }, (_, index) => ({
      ...{
        companyId: installation.companyId,
        brand: "Blue Lotus",
        currency: "INR",
        price: 123_450,
      },
      slug: `saree-${index}`,
      name: `Saree ${index}`,
      itemCode: `BL-${index}`,
      stock: index,
    })),
  });
});

describe("spec 4.6: the product list", () => {
  it("returns a page of the products of the token's company", async () => {
    const { status, headers, body } = await callProducts(token);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.items).toHaveLength(12);
    expect(listOf(body.items)[0]).toEqual({
      uid: expect.any(Number),
      name: "Saree 0",
      slug: "saree-0",
      item_code: "BL-0",
      brand: { name: "Blue Lotus" },
      price: { currency_code: "INR", effective: 1234.5 },
      stock: 0,
      is_active: true,
    });
    expect(body.page).toEqual({
      type: "number",
      current: 1,
      size: 12,
      limit: 12,
      item_total: 12,
      total: 15,
      has_previous: false,
      has_next: true,
      next_id: "2",
    });
  });

  it("supports page_no and page_size up to the last page", async () => {
    const { body } = await callProducts(token, { query: "?page_no=2&page_size=10" });
    expect(listOf(body.items).map(({ slug }) => slug)).toEqual(
      ["10", "11", "12", "13", "14"].map((number) => `saree-${number}`),
    );
    expect(body.page).toMatchObject({ current: 2, has_previous: true, has_next: false });
  });

  it("never contains another company's products", async () => {
    const otherInstallation = await mintInstallation();
    const { body } = await callProducts(await mintAccessToken(otherInstallation, "offline"));
    expect(body).toMatchObject({ items: [], page: { item_total: 0, total: 0 } });
  });

  it("is open to each scope of products", async () => {
    for (const name of ["products/read", "products/write", "product", "products"]) {
      const scope = `company/${name}`;
      const open = await mintInstallation({ scopes: [scope] });
      await db().grant.update({ where: { id: open.grantId }, data: { scopes: [scope] } });
      const scoped = await mintAccessToken(open, "offline", { scopes: [scope] });
      expect((await callProducts(scoped)).status).toBe(200);
    }
  });

  it.each([
    "page_size=-1",
    "page_size=1000000000",
    "page_no=0",
    "page_no=a",
    "page_no=1&page_no=2",
  ])("security 49: returns 400 with a message for %s", async (query) => {
    const { status, body } = await callProducts(token, { query: `?${query}` });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request", message: expect.any(String) });
  });
});
