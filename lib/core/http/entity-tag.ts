import { ServiceError } from "@/lib/core/errors";

const TAG_LIST = /^\s*(W\/)?"[\x21\x23-\x7e]*"\s*(,\s*(W\/)?"[\x21\x23-\x7e]*"\s*)*$/;

/** A tag as proxies change it: nginx makes it weak, and Apache appends the compression. */
const ALTERED = /^(?:W\/)?"(\d+)(?:[-;:.]+[a-z]{2,10})?"$/i;
const MAX_SHOWN = 100;

/** The ETag header of a version (RFC 9110 section 8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/** Rejects a PUT with `If-None-Match: *` of what exists (RFC 9110 section 13.1.2). @throws ServiceError */
export function requireNew(ifNoneMatch: string | null, isNew: boolean): void {
  if (isNew || ifNoneMatch?.trim() !== "*") return;
  throw new ServiceError(
    "precondition_failed",
    "This already exists, and If-None-Match: * allows only its creation. Leave out the header to change it.",
  );
}

/**
 * Rejects a change of an outdated version (RFC 9110 section 13.1.1), with the current ETag. Weak tags never match.
 * @throws ServiceError precondition_failed; invalid_request for a malformed header
 */
export function requireMatch(ifMatch: string | null, version: number): void {
  if (ifMatch === null || ifMatch.trim() === "*") return;
  if (!TAG_LIST.test(ifMatch)) {
    throw new ServiceError(
      "invalid_request",
      `If-Match must be * or an ETag in double quotes, like ${entityTag(version)}.`,
    );
  }
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  if (tags.includes(entityTag(version))) return;
  throw new ServiceError("precondition_failed", whyNoMatch(tags, version), {
    headers: { etag: entityTag(version) },
  });
}

function whyNoMatch(tags: readonly string[], version: number): string {
  const current = entityTag(version);
  const altered = tags.find((tag) => ALTERED.exec(tag)?.[1] === String(version));
  if (altered !== undefined) {
    return `If-Match is ${altered}, and only ${current} matches. A proxy that compresses responses makes their ETag weak (W/) or gives it a suffix (-gzip). Send If-Match: ${current}.`;
  }
  const sent = tags.join(", ").slice(0, MAX_SHOWN);
  return `The resource has changed: its current version is ${current}, but If-Match is ${sent}. Fetch it again and repeat your change.`;
}
