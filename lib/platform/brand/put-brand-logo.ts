import { encodeImage } from "@/lib/core/images/encode-image";
import { storeImage } from "@/lib/core/images/store-image";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "@/lib/core/images/values";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { BRAND, changeBrand, TAG } from "@/lib/platform/brand/brand";
import { brandSchema } from "@/lib/platform/brand/schemas";

/**
 * Re-encodes an uploaded image and makes it the logo of this installation.
 * @throws ServiceError invalid_request for a file that is not a usable image, or forbidden
 */
export const putBrandLogo = operation({
  id: "putBrandLogo",
  route: `PUT ${BRAND}/logo`,
  access: platform("brand:write"),
  summary: "Upload the logo",
  description:
    "Stores the image in the body as the logo of this installation: as PNG or WebP, at most 512 pixels wide and high, without metadata.",
  tag: TAG,
  upload: { types: UPLOAD_TYPES, maxBytes: MAX_UPLOAD_BYTES },
  returns: json(brandSchema, "The brand."),
  async run(context) {
    const image = await encodeImage(context.body);
    return changeBrand(context, async (tx) => ({ logoId: await storeImage(tx, image) }));
  },
});
