import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import type { BrandResponse, PutBrandInput } from "@/lib/platform/brand/schemas";

/** The content of the form, as typed; empty for the default. */
export type BrandDraft = Record<keyof PutBrandInput, string>;

/** The draft of the present brand. */
export function draftOfBrand(brand: BrandResponse): BrandDraft {
  return {
    product_name: brand.product_name === DEFAULT_BRAND.productName ? "" : brand.product_name,
    accent_color: brand.accent_color ?? "",
    support_email: brand.support_email ?? "",
    support_url: brand.support_url ?? "",
    terms_url: brand.terms_url ?? "",
    privacy_url: brand.privacy_url ?? "",
  };
}

/** The fields that differ from the present brand, as PUT takes them. */
export function changedFields(brand: BrandResponse, draft: BrandDraft): PutBrandInput {
  const present = draftOfBrand(brand);
  const fields = Object.entries(draft).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(
    fields
      .filter(([name, value]) => value !== present[name as keyof BrandDraft])
      .map(([name, value]) => [name, value || null]),
  );
}
