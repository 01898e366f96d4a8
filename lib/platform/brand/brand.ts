import { differences, recordPlatformChange } from "@/lib/audit/record-change";
import { forgetBrand } from "@/lib/core/brand/current-brand";
import { BRAND_COLUMNS, DEFAULT_BRAND, type StoredBrand } from "@/lib/core/brand/values";
import type { Changeable } from "@/lib/core/changes";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { encodeImage, storeImage } from "@/lib/core/images/encode-image";
import { imageAddress } from "@/lib/core/images/image-address";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "@/lib/core/images/values";
import { toWire } from "@/lib/core/schemas/to-wire";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { type BrandResponse, brandSchema, putBrandSchema } from "@/lib/platform/brand/schemas";
import { CONSOLE } from "@/lib/platform/values";

const PATH = `${CONSOLE}/brand` as const;
const TAG = "Brand";

export const getBrand = operation({
  id: "getBrand",
  request: { route: `GET ${PATH}` },
  access: platform("brand:read"),
  summary: "Fetch the brand",
  description: "Returns the name, logo, colour and links of this installation.",
  tag: TAG,
  returns: json(brandSchema, "The brand."),
  async run() {
    const row = await db().brand.findUnique(BRAND);
    return { body: serializeBrand(row ?? { ...DEFAULTS, logoId: null }) };
  },
});

export const putBrand = operation({
  id: "putBrand",
  request: { route: `PUT ${PATH}`, body: putBrandSchema },
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

export const putBrandLogo = operation({
  id: "putBrandLogo",
  request: {
    route: `PUT ${PATH}/logo`,
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

export const deleteBrandLogo = operation({
  id: "deleteBrandLogo",
  request: { route: `DELETE ${PATH}/logo` },
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

/** Changes the brand and records the fields that differ in the platform's audit log. */
async function changeBrand(
  { caller, info }: By,
  decide: (tx: Database) => BrandChange | Promise<BrandChange>,
): Promise<{ body: BrandResponse }> {
  const body = await transaction(async (tx) => {
    const before = serializeBrand(await lockBrand(tx));
    const data = { ...(await decide(tx)), modifiedAt: new Date() };
    const after = serializeBrand(await tx.brand.update({ ...BRAND, data }));
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
  return { ...toWire(row, brandSchema), logo_uri: imageAddress(row.logoId) };
}

const { logoUri: _, ...DEFAULTS } = DEFAULT_BRAND;
const BRAND = { where: { id: "brand" }, select: BRAND_COLUMNS } as const;

/** Columns that a change sets; undefined leaves one unchanged. */
type BrandChange = Changeable<StoredBrand, keyof StoredBrand>;

/** Locks the stored brand until the transaction ends. Creates it from the defaults if it does not exist yet. */
async function lockBrand(tx: Database): Promise<StoredBrand> {
  await tx.brand.createMany({ data: [DEFAULTS], skipDuplicates: true });
  // An update locks the row.
  return tx.brand.update({ ...BRAND, data: { id: "brand" } });
}
