import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";

/** A product that a company sells. */
export async function mintProduct(companyId: number, name: string): Promise<void> {
  const slug = newId();
  const price = { currency: "INR", price: 123_450, stock: 3 };
  await db().product.create({
    data: { companyId, name, slug, brand: "Blue Lotus", itemCode: slug, ...price },
  });
}
