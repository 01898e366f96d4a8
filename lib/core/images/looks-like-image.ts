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
export function looksLikeImage(file: Buffer): boolean {
  return SIGNATURES.some((parts) =>
    parts.every(
      ([offset, text]) => file.subarray(offset, offset + text.length).toString("latin1") === text,
    ),
  );
}
