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

const queue = (): { last: Promise<unknown> } =>
  processState("image-encoder", () => ({ last: Promise.resolve() }));

/**
 * Re-encodes an uploaded image: the first frame, upright, at most 512 pixels on its longer side, as PNG, or as WebP if
 * a PNG would be larger than 256 KB. Metadata and anything appended to the file are dropped. One image is decoded at a
 * time, so that uploads cannot exhaust the memory.
 * @throws ServiceError invalid_request if the file is not a PNG, JPEG, WebP or GIF, is damaged or has too many pixels
 */
export function encodeImage(upload: Buffer): Promise<EncodedImage> {
  const state = queue();
  const encoded = state.last.then(() => encode(upload));
  state.last = encoded.catch(() => undefined);
  return encoded;
}

async function encode(upload: Buffer): Promise<EncodedImage> {
  if (!looksLikeImage(upload)) {
    throw invalidImage("The file is not a PNG, JPEG, WebP or GIF image. Upload one of these.");
  }
  const pixels = await decode(upload);
  for (const encodeAs of encodings) {
    const image = await encodeAs(pixels.clone());
    if (image.bytes.length <= MAX_IMAGE_BYTES) return image;
  }
  throw invalidImage("The image has too much detail to fit into 256 KB. Upload a simpler one.");
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
    throw invalidImage(
      "The image is damaged or has more than 16 million pixels. Upload a smaller one.",
      cause,
    );
  }
}

function invalidImage(message: string, cause?: unknown): ServiceError {
  return new ServiceError("invalid_request", message, { cause });
}

const SIGNATURES: readonly (readonly [offset: number, text: string])[][] = [
  [[0, "\x89PNG\r\n\x1a\n"]],
  [[0, "\xff\xd8\xff"]],
  [
    [0, "RIFF"],
    [8, "WEBP"],
  ],
  [[0, "GIF87a"]],
  [[0, "GIF89a"]],
];

/**
 * Whether a file begins like a PNG, JPEG, WebP or GIF. Checked before any decoder sees it, because the library also
 * decodes SVG and formats with many more features.
 */
function looksLikeImage(file: Buffer): boolean {
  return SIGNATURES.some((parts) =>
    parts.every(
      ([offset, text]) => file.subarray(offset, offset + text.length).toString("latin1") === text,
    ),
  );
}

/**
 * Stores an image in the caller's transaction; equal images are stored once. Storing one again renews its age, so that the
 * clean-up, which deletes only images unused for a day, cannot delete it before the transaction refers to it.
 * @returns its id: the SHA-256 of its bytes, in hex
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
