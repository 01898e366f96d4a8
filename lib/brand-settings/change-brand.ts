import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { forgetBrand } from "@/lib/brand/current-brand";
import type { putBrandContract } from "@/lib/brand-settings/contract";
import { type BrandChange, lockBrand, updateBrand } from "@/lib/brand-settings/repository";
import type { BrandResponse } from "@/lib/brand-settings/schemas";
import { serializeBrand } from "@/lib/brand-settings/serialize";
import { type Database, transaction } from "@/lib/kernel/db/client";

type By = Pick<PlatformContext<typeof putBrandContract>, "caller" | "info">;

/**
 * Changes the brand and records the fields that differ in the platform's audit log.
 * @param decide returns the change, in the same transaction
 * @throws ServiceError forbidden
 */
export async function changeBrand(
  { caller, info }: By,
  decide: (tx: Database) => BrandChange | Promise<BrandChange>,
): Promise<{ body: BrandResponse }> {
  requirePlatformPermission(caller, "brand:write");
  const body = await transaction(async (tx) => {
    const before = serializeBrand(await lockBrand(tx));
    const after = serializeBrand(await updateBrand(tx, await decide(tx)));
    const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
    if (changed.length > 0) {
      const pick = (fields: typeof after) =>
        Object.fromEntries(changed.map((name) => [name, String(fields[name] ?? "") || null]));
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
