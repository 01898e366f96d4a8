import type { StoredBrand } from "@/lib/core/brand/values";
import { db } from "@/lib/core/db/client";

/** The stored brand, or null if there is none. */
export function findBrand(): Promise<StoredBrand | null> {
  return db().brand.findUnique({
    where: { id: "brand" },
    select: {
      productName: true,
      logoId: true,
      accentColor: true,
      supportEmail: true,
      supportUrl: true,
      termsUrl: true,
      privacyUrl: true,
    },
  });
}
