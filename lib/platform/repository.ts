import { hotQuery } from "@/lib/kernel/db/pool";

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

// The count is joined to the page and not the other way round: beyond the last page it still counts.
const FIND_PRODUCTS = `
SELECT counted.total, page.* FROM
  (SELECT count(*)::int AS total FROM products WHERE company_id = $1) AS counted
  LEFT JOIN (
    SELECT id, name, slug, brand, item_code AS "itemCode", currency, price, stock,
      is_active AS "isActive"
    FROM products WHERE company_id = $1 ORDER BY id LIMIT $2 OFFSET $3
  ) AS page ON true
ORDER BY page.id`;

type CountedRow = { total: number } & (ProductRow | { id: null });

/** A page of a company's products in the order they were made, and how many there are. */
export async function findProducts(
  companyId: number,
  page: { skip: number; take: number },
): Promise<{ rows: ProductRow[]; total: number }> {
  const found = await hotQuery<CountedRow>("find-products", FIND_PRODUCTS, [
    companyId,
    page.take,
    page.skip,
  ]);
  return { rows: found.filter((row) => row.id !== null), total: found[0]?.total ?? 0 };
}
