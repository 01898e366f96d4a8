import type { PlatformContext } from "@/lib/access/operation-context";
import { DEFAULT_BRAND } from "@/lib/brand/values";
import { changeBrand } from "@/lib/brand-settings/change-brand";
import type { putBrandContract } from "@/lib/brand-settings/contract";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putBrandContract;

/**
 * Changes the name, colour and links of this installation.
 * @throws ServiceError forbidden
 */
export function putBrand(context: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  const { body } = context;
  return changeBrand(context, () => ({
    productName: body.product_name === null ? DEFAULT_BRAND.productName : body.product_name,
    accentColor: body.accent_color,
    supportEmail: body.support_email,
    supportUrl: body.support_url,
    termsUrl: body.terms_url,
    privacyUrl: body.privacy_url,
  }));
}
