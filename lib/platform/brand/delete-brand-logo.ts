import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { BRAND, changeBrand, TAG } from "@/lib/platform/brand/brand";
import { brandSchema } from "@/lib/platform/brand/schemas";

/**
 * Restores the default logo; the image itself is cleaned up once nothing uses it.
 * @throws ServiceError forbidden
 */
export const deleteBrandLogo = operation({
  id: "deleteBrandLogo",
  route: `DELETE ${BRAND}/logo`,
  access: platform("brand:write"),
  summary: "Remove the logo",
  description: "Restores the default logo.",
  tag: TAG,
  returns: json(brandSchema, "The brand."),
  run(context) {
    return changeBrand(context, () => ({ logoId: null }));
  },
});
