import { batch } from "@/lib/core/db/batch";

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

const findPage = batch<
  { companyId: number; take: number; skip: number },
  { total: number; rows: ProductRow[] }
>(
  "find-products",
  { total: "int4", rows: "json" },
  { companyId: "int8", take: "int4", skip: "int8" },
  `
page AS (
  SELECT q.n, json_agg(p ORDER BY p.id) AS rows
  FROM request q, LATERAL (
    SELECT id, name, slug, brand, item_code AS "itemCode", currency, price, stock, is_active AS "isActive"
    FROM products WHERE company_id = q.company_id ORDER BY id LIMIT q.take OFFSET q.skip
  ) AS p
  GROUP BY q.n
)
SELECT q.n, coalesce(page.rows, '[]'::json) AS rows,
  (SELECT count(*)::int FROM products WHERE company_id = q.company_id) AS total
FROM request q LEFT JOIN page USING (n)`,
);

/** A page of a company's products in order of creation, with their number. */
export async function findProducts(
  companyId: number,
  page: { skip: number; take: number },
): Promise<{ rows: ProductRow[]; total: number }> {
  const found = await findPage({ companyId, ...page });
  return found ?? { rows: [], total: 0 };
}
