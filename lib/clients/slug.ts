const MAX_SLUG_LENGTH = 60;
const COMBINING_MARKS = /\p{M}/gu;

/** A name as a slug: lower-case ASCII words joined by hyphens, at most 60 characters; `client` if there are none. */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(COMBINING_MARKS, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return words.slice(0, MAX_SLUG_LENGTH).replace(/^-+|-+$/g, "") || "client";
}
