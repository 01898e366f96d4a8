import { BRAND, params, TAG } from "@/lib/brand-settings/paths";
import { readBrand } from "@/lib/brand-settings/repository";
import { brandSchema } from "@/lib/brand-settings/schemas";
import { serializeBrand } from "@/lib/brand-settings/serialize";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Returns the brand as it is stored now.
 * @throws ServiceError forbidden
 */
export const getBrand = operation({
  id: "getBrand",
  route: `GET ${BRAND}`,
  access: platform("brand:read"),
  summary: "Fetch the brand",
  description: "Returns the name, logo, colour and links of this installation.",
  tag: TAG,
  params: params,
  returns: json(brandSchema, "The brand."),
  async run() {
    return { body: serializeBrand(await readBrand()) };
  },
});
