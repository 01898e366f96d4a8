import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { BRAND, changeBrand, TAG } from "@/lib/platform/brand/brand";
import { brandSchema, putBrandSchema } from "@/lib/platform/brand/schemas";

/**
 * Changes the name, colour and links of this installation.
 * @throws ServiceError forbidden
 */
export const putBrand = operation({
  id: "putBrand",
  route: `PUT ${BRAND}`,
  access: platform("brand:write"),
  summary: "Change the brand",
  description:
    "Changes the fields in the body; omitted fields stay the same, and null restores the default. Every process shows the change within five seconds.",
  tag: TAG,
  body: putBrandSchema,
  returns: json(brandSchema, "The brand."),
  run(context) {
    const { body } = context;
    return changeBrand(context, () => ({
      productName: body.product_name === null ? DEFAULT_BRAND.productName : body.product_name,
      accentColor: body.accent_color,
      supportEmail: body.support_email,
      supportUrl: body.support_url,
      termsUrl: body.terms_url,
      privacyUrl: body.privacy_url,
    }));
  },
});
