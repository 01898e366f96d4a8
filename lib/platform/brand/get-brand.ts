import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { BRAND, serializeBrand, TAG } from "@/lib/platform/brand/brand";
import { readBrand } from "@/lib/platform/brand/repository";
import { brandSchema } from "@/lib/platform/brand/schemas";

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
  returns: json(brandSchema, "The brand."),
  async run() {
    return { body: serializeBrand(await readBrand()) };
  },
});
