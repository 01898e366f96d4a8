import sharp, { type Sharp } from "sharp";
import { sha256 } from "@/lib/core/crypto/hash";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { MAX_IMAGE_BYTES } from "@/lib/core/images/values";
import { processState } from "@/lib/core/process/process-state";

/** An image as this service stores it: made from pixels only, without any byte of the upload. */
export type EncodedImage = { contentType: "image/png" | "image/webp"; bytes: Buffer };

/** Longest side of a stored image, in pixels. */
const MAX_SIDE = 512;

/** Most pixels that are decoded: 64 MB of memory. */
const MAX_PIXELS = 16_000_000;

const DECODE_SECONDS = 10;

const encodings: readonly ((pixels: Sharp) => Promise<EncodedImage>)[] = [
  async (pixels) => ({
    contentType: "image/png",
    bytes: await pixels.png({ compressionLevel: 9 }).toBuffer(),
  }),
  ...[90, 70, 40].map(
    (quality) =>
      async (pixels: Sharp): Promise<EncodedImage> => ({
        contentType: "image/webp",
        bytes: await pixels.webp({ quality, alphaQuality: quality }).toBuffer(),
      }),
  ),
];

// The library also decodes SVG and formats with many more features.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Png", "Jpeg", "Webp", "Nsgif"].map((name) => `VipsForeignLoad${name}Buffer`),
});

const queue = (): { last: Promise<unknown> } =>
  processState("image-encoder", () => ({ last: Promise.resolve() }));

/**
 * Re-encodes the first frame of an uploaded image, upright, at most 512 pixels on its longer side, as PNG, or as WebP
 * if a PNG would exceed 256 KB. Drops metadata and anything appended. Decodes one image at a time, so that uploads
 * cannot exhaust the memory. @throws ServiceError invalid_request
 */
export function encodeImage(upload: Buffer): Promise<EncodedImage> {
  const state = queue();
  const encoded = state.last.then(() => encode(upload));
  state.last = encoded.catch(() => undefined);
  return encoded;
}

async function encode(upload: Buffer): Promise<EncodedImage> {
  const pixels = await decode(upload);
  for (const encodeAs of encodings) {
    const image = await encodeAs(pixels.clone());
    if (image.bytes.length <= MAX_IMAGE_BYTES) return image;
  }
  throw new ServiceError(
    "invalid_request",
    "The image has too much detail to fit into 256 KB. Upload a simpler one.",
  );
}

/** The pixels of an image, detached from its file. */
async function decode(upload: Buffer): Promise<Sharp> {
  try {
    const { data, info } = await sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .autoOrient()
      .toColourspace("srgb")
      .resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: DECODE_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return sharp(data, { raw: { width, height, channels } });
  } catch (cause) {
    const message =
      "The file is damaged, is not a PNG, JPEG, WebP or GIF image, or has more than 16 million pixels. Upload another one.";
    throw new ServiceError("invalid_request", message, { cause });
  }
}

/**
 * Stores an image, or renews the age of an equal one, so that clean-up cannot delete it before the transaction refers
 * to it. @returns its id: the SHA-256 of its bytes, in hex
 */
export async function storeImage(
  tx: Database,
  { contentType, bytes }: EncodedImage,
): Promise<string> {
  const id = sha256(bytes).toString("hex");
  await tx.image.upsert({
    where: { id },
    create: { id, contentType, bytes: new Uint8Array(bytes) },
    update: { createdAt: new Date() },
    select: { id: true },
  });
  return id;
}
