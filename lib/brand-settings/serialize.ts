import type { StoredBrand } from "@/lib/brand/values";
import type { BrandResponse } from "@/lib/brand-settings/schemas";
import { imageAddress } from "@/lib/images/image-address";

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
