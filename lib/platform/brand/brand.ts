import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { forgetBrand } from "@/lib/core/brand/current-brand";
import type { StoredBrand } from "@/lib/core/brand/values";
import { type Database, transaction } from "@/lib/core/db/client";
import { imageAddress } from "@/lib/core/images/image-address";
import { platformActor } from "@/lib/operation/access/platform-caller";
import type { CallContext } from "@/lib/operation/operation";
import { type BrandChange, lockBrand, updateBrand } from "@/lib/platform/brand/repository";
import type { BrandResponse } from "@/lib/platform/brand/schemas";
import { CONSOLE } from "@/lib/platform/values";

export const BRAND = `${CONSOLE}/brand` as const;
export const TAG = "Brand";

type By = Pick<CallContext<"platform">, "caller" | "info">;

/**
 * Changes the brand and records the fields that differ in the platform's audit log.
 * @param decide returns the change, in the same transaction
 */
export async function changeBrand(
  { caller, info }: By,
  decide: (tx: Database) => BrandChange | Promise<BrandChange>,
): Promise<{ body: BrandResponse }> {
  const body = await transaction(async (tx) => {
    const before = serializeBrand(await lockBrand(tx));
    const after = serializeBrand(await updateBrand(tx, await decide(tx)));
    const changedNames = Object.keys(after).filter((name) => before[name] !== after[name]);
    if (changedNames.length > 0) {
      const pick = (fields: typeof after) =>
        Object.fromEntries(changedNames.map((name) => [name, String(fields[name] ?? "") || null]));
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "brand.updated",
        target: "brand",
        before: pick(before),
        after: pick(after),
      });
    }
    return after;
  });
  forgetBrand();
  return { body };
}

/** The brand in the format of the API. */
export function serializeBrand(row: StoredBrand): BrandResponse {
  return {
    product_name: row.productName,
    logo_uri: imageAddress(row.logoId),
    accent_color: row.accentColor,
    support_email: row.supportEmail,
    support_url: row.supportUrl,
    terms_url: row.termsUrl,
    privacy_url: row.privacyUrl,
  };
}
