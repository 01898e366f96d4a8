import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeImage } from "@/lib/core/images/encode-image";

/** A plain image of one colour. */
function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: "#2060c0" } });
}

const rejection = async (file: Buffer): Promise<string> =>
  encodeImage(file).then(
    () => "accepted",
    (error) => error.message,
  );

describe("an uploaded image", () => {
  it.each(["png", "jpeg", "webp", "gif"] as const)("may be a %s", async (format) => {
    const file = await plain(64, 32).toFormat(format).toBuffer();
    const { contentType, bytes } = await encodeImage(file);
    expect(contentType).toBe("image/png");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 64, height: 32 });
  });

  it("is reduced to 512 pixels and keeps its proportions", async () => {
    const { bytes } = await encodeImage(await plain(2000, 1000).png().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 256 });
  });

  it("keeps its transparency", async () => {
    const file = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { bytes } = await encodeImage(file);
    expect((await sharp(bytes).stats()).isOpaque).toBe(false);
  });

  it("becomes WebP if a PNG would exceed 256 KB, even if it is only noise", async () => {
    const noise = { width: 1024, height: 1024, channels: 3 as const };
    const file = await sharp(randomBytes(1024 * 1024 * 3), { raw: noise })
      .png()
      .toBuffer();
    const { contentType, bytes } = await encodeImage(file);
    expect(contentType).toBe("image/webp");
    expect(bytes.length).toBeLessThanOrEqual(256 * 1024);
  });

  it("security 79: loses its EXIF data and is turned upright", async () => {
    const file = await plain(40, 20)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: "hidden-in-exif" } })
      .jpeg()
      .toBuffer();
    expect(file.includes("hidden-in-exif")).toBe(true);
    const { bytes } = await encodeImage(file);
    expect(bytes.includes("hidden-in-exif")).toBe(false);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ width: 20, height: 40 });
    expect(metadata.exif).toBeUndefined();
  });

  it("security 79: loses what a polyglot carries after or inside the image", async () => {
    const image = await plain(16, 16)
      .withExifMerge({ IFD0: { Artist: "<script>" } })
      .png();
    const file = Buffer.concat([
      await image.toBuffer(),
      Buffer.from("<script>alert(1)</script>PK"),
    ]);
    expect(file.includes("<script>")).toBe(true);
    expect((await encodeImage(file)).bytes.includes("<script>")).toBe(false);
  });

  const NO_IMAGE = "not a PNG, JPEG, WebP or GIF image";
  const large = () => plain(5_000, 5_000).png({ compressionLevel: 9 }).toBuffer();
  const cut = async () =>
    (await plain(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 2_000);

  it.each<[string, string | (() => Promise<Buffer>), string]>([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', NO_IMAGE],
    ["an SVG after a byte order mark", "\ufeff<?xml version='1.0'?><svg/>", NO_IMAGE],
    ["HTML", "<!doctype html><script>alert(1)</script>", NO_IMAGE],
    ["a PDF", "%PDF-1.7\n", NO_IMAGE],
    ["a TIFF", "II*\0", NO_IMAGE],
    ["nothing", "", NO_IMAGE],
    ["a decompression bomb", large, "more than 16 million pixels"],
    ["damaged", cut, "damaged"],
  ])("security 79: must not be %s", async (_what, content, message) => {
    const file = typeof content === "string" ? Buffer.from(content) : await content();
    expect(file.length).toBeLessThan(200_000);
    expect(await rejection(file)).toContain(message);
  });

  it("does not block the next one when it is rejected", async () => {
    const good = await plain(8, 8).png().toBuffer();
    const [bad, next] = await Promise.all([rejection(Buffer.from("x")), encodeImage(good)]);
    expect(bad).not.toBe("accepted");
    expect(next.contentType).toBe("image/png");
  });
});
