import { db } from "@/lib/db/client";

const COLUMNS = {
  id: true,
  name: true,
  slug: true,
  brand: true,
  itemCode: true,
  currency: true,
  price: true,
  stock: true,
  isActive: true,
} as const;

/** A product as stored; `price` in minor units. */
export type ProductRow = Awaited<ReturnType<typeof findProducts>>["rows"][number];

/** A page of a company's products in the order they were made, and how many there are. */
export async function findProducts(companyId: number, page: { skip: number; take: number }) {
  const where = { companyId };
  const [rows, total] = await Promise.all([
    db().product.findMany({ where, select: COLUMNS, orderBy: { id: "asc" }, ...page }),
    db().product.count({ where }),
  ]);
  return { rows, total };
}
