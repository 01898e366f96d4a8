import { statement } from "@/lib/kernel/db/statement";

/** A product as stored; `price` in minor units. */
export type ProductRow = {
  id: number;
  name: string;
  slug: string;
  brand: string;
  itemCode: string;
  currency: string;
  price: number;
  stock: number;
  isActive: boolean;
};

// The page is joined to the count, not the reverse, so that the count survives a page past the end.
const findProductRows = statement<
  { companyId: number; limit: number; offset: number },
  { total: number } & (ProductRow | { id: null })
>(
  "find-products",
  {
    total: "int4",
    id: "int4",
    name: "text",
    slug: "text",
    brand: "text",
    itemCode: "text",
    currency: "text",
    price: "int4",
    stock: "int4",
    isActive: "bool",
  },
  `
SELECT counted.total, page.* FROM
  (SELECT count(*)::int AS total FROM products WHERE company_id = :companyId) AS counted
  LEFT JOIN (
    SELECT id, name, slug, brand, item_code AS "itemCode", currency, price, stock,
      is_active AS "isActive"
    FROM products WHERE company_id = :companyId ORDER BY id LIMIT :limit OFFSET :offset
  ) AS page ON true
ORDER BY page.id`,
);

/** A page of a company's products in order of creation, with their number. */
export async function findProducts(
  companyId: number,
  page: { skip: number; take: number },
): Promise<{ rows: ProductRow[]; total: number }> {
  const found = await findProductRows({ companyId, limit: page.take, offset: page.skip });
  return { rows: found.filter((row) => row.id !== null), total: found[0]?.total ?? 0 };
}
