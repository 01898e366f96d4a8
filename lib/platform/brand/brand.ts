import { differences } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { forgetBrand } from "@/lib/core/brand/current-brand";
import { DEFAULT_BRAND, type StoredBrand } from "@/lib/core/brand/values";
import { type Database, transaction } from "@/lib/core/db/client";
import { encodeImage, storeImage } from "@/lib/core/images/encode-image";
import { imageAddress } from "@/lib/core/images/image-address";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "@/lib/core/images/values";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  type BrandChange,
  lockBrand,
  readBrand,
  updateBrand,
} from "@/lib/platform/brand/repository";
import { type BrandResponse, brandSchema, putBrandSchema } from "@/lib/platform/brand/schemas";
import { CONSOLE } from "@/lib/platform/values";

const BRAND = `${CONSOLE}/brand` as const;
const TAG = "Brand";

export const getBrand = operation({
  id: "getBrand",
  request: { route: `GET ${BRAND}` },
  access: platform("brand:read"),
  summary: "Fetch the brand",
  description: "Returns the name, logo, colour and links of this installation.",
  tag: TAG,
  returns: json(brandSchema, "The brand."),
  async run() {
    return { body: serializeBrand(await readBrand()) };
  },
});

export const putBrand = operation({
  id: "putBrand",
  request: { route: `PUT ${BRAND}`, body: putBrandSchema },
  access: platform("brand:write"),
  summary: "Change the brand",
  description:
    "Changes the fields in the body; omitted fields stay the same, and null restores the default. Every process shows the change within five seconds.",
  tag: TAG,
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

/**
 * Re-encodes an uploaded image and makes it the logo of this installation.
 * @throws ServiceError invalid_request for a file that is not a usable image, or forbidden
 */
export const putBrandLogo = operation({
  id: "putBrandLogo",
  request: {
    route: `PUT ${BRAND}/logo`,
    body: { types: UPLOAD_TYPES, maxBytes: MAX_UPLOAD_BYTES },
  },
  access: platform("brand:write"),
  summary: "Upload the logo",
  description:
    "Stores the image in the body as the logo of this installation: as PNG or WebP, at most 512 pixels wide and high, without metadata.",
  tag: TAG,
  returns: json(brandSchema, "The brand."),
  async run(context) {
    const image = await encodeImage(context.body);
    return changeBrand(context, async (tx) => ({ logoId: await storeImage(tx, image) }));
  },
});

/**
 * Restores the default logo; the image itself is cleaned up once nothing uses it.
 * @throws ServiceError forbidden
 */
export const deleteBrandLogo = operation({
  id: "deleteBrandLogo",
  request: { route: `DELETE ${BRAND}/logo` },
  access: platform("brand:write"),
  summary: "Remove the logo",
  description: "Restores the default logo.",
  tag: TAG,
  returns: json(brandSchema, "The brand."),
  run(context) {
    return changeBrand(context, () => ({ logoId: null }));
  },
});

type By = Pick<CallContext<"platform">, "caller" | "info">;

/**
 * Changes the brand and records the fields that differ in the platform's audit log.
 * @param decide returns the change, in the same transaction
 */
async function changeBrand(
  { caller, info }: By,
  decide: (tx: Database) => BrandChange | Promise<BrandChange>,
): Promise<{ body: BrandResponse }> {
  const body = await transaction(async (tx) => {
    const before = serializeBrand(await lockBrand(tx));
    const after = serializeBrand(await updateBrand(tx, await decide(tx)));
    const changes = differences(before, after);
    if (Object.keys(changes.after).length > 0) {
      const change = { action: "brand.updated", target: "brand", ...changes };
      await recordPlatformChange(tx, platformActor(caller), info, change);
    }
    return after;
  });
  forgetBrand();
  return { body };
}

function serializeBrand(row: StoredBrand) {
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
