import { z } from "zod";
import { brandSchema, putBrandSchema } from "@/lib/brand-settings/schemas";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "@/lib/images/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";

const BRAND = "/service/panel/authentication/v1.0/platform/brand";
const TAG = "Brand";

const params = z.object({});
const success = { status: 200, description: "The brand.", schema: brandSchema } as const;

/** GET platform/brand. */
export const getBrandContract = definePlatformContract({
  operationId: "getBrand",
  method: "GET",
  path: BRAND,
  summary: "Fetch the brand",
  description: "Returns the name, logo, colour and links of this installation.",
  tag: TAG,
  platformPermission: "brand:read",
  params,
  success,
});

/** PUT platform/brand. */
export const putBrandContract = definePlatformContract({
  operationId: "putBrand",
  method: "PUT",
  path: BRAND,
  summary: "Change the brand",
  description:
    "Changes the fields in the body; omitted fields stay the same, and null restores the default. Every process shows the change within five seconds.",
  tag: TAG,
  platformPermission: "brand:write",
  params,
  body: putBrandSchema,
  success,
});

/** PUT platform/brand/logo. */
export const putBrandLogoContract = definePlatformContract({
  operationId: "putBrandLogo",
  method: "PUT",
  path: `${BRAND}/logo`,
  summary: "Upload the logo",
  description:
    "Stores the image in the body as the logo of this installation: as PNG or WebP, at most 512 pixels wide and high, without metadata.",
  tag: TAG,
  platformPermission: "brand:write",
  params,
  upload: { types: UPLOAD_TYPES, maxBytes: MAX_UPLOAD_BYTES },
  success,
});

/** DELETE platform/brand/logo. */
export const deleteBrandLogoContract = definePlatformContract({
  operationId: "deleteBrandLogo",
  method: "DELETE",
  path: `${BRAND}/logo`,
  summary: "Remove the logo",
  description: "Restores the default logo.",
  tag: TAG,
  platformPermission: "brand:write",
  params,
  success,
});
