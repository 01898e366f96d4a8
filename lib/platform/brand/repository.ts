import { BRAND_COLUMNS, DEFAULT_BRAND, type StoredBrand } from "@/lib/core/brand/values";
import { type Database, db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";

const { logoUri: _, ...DEFAULTS } = DEFAULT_BRAND;

/** Columns that a change sets; undefined leaves one unchanged. */
export type BrandChange = Pick<Prisma.BrandUncheckedUpdateInput, keyof StoredBrand>;

/** The stored brand, or the defaults. */
export async function readBrand(): Promise<StoredBrand> {
  const row = await db().brand.findUnique({ where: { id: "brand" }, select: BRAND_COLUMNS });
  return row ?? { ...DEFAULTS, logoId: null };
}

/** The stored brand, locked until the transaction ends; created with the defaults if there is none. */
export async function lockBrand(tx: Database): Promise<StoredBrand> {
  await tx.brand.createMany({ data: [DEFAULTS], skipDuplicates: true });
  // An update locks the row.
  return tx.brand.update({ where: { id: "brand" }, data: { id: "brand" }, select: BRAND_COLUMNS });
}

export function updateBrand(tx: Database, change: BrandChange): Promise<StoredBrand> {
  return tx.brand.update({
    where: { id: "brand" },
    data: { ...change, modifiedAt: new Date() },
    select: BRAND_COLUMNS,
  });
}
