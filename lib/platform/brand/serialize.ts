import type { StoredBrand } from "@/lib/core/brand/values";
import { imageAddress } from "@/lib/core/images/image-address";
import type { BrandResponse } from "@/lib/platform/brand/schemas";

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
