import { ServiceError } from "@/lib/core/errors";

const TAG_LIST = /^\s*(W\/)?"[\x21\x23-\x7e]*"\s*(,\s*(W\/)?"[\x21\x23-\x7e]*"\s*)*$/;

/** The ETag header of a version (RFC 9110 section 8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Rejects a PUT with `If-None-Match: *` of something that exists (RFC 9110 section 13.1.2). Other values name versions,
 * which only responses with an ETag have.
 * @throws ServiceError precondition_failed
 */
export function requireNew(ifNoneMatch: string | null, isNew: boolean): void {
  if (isNew || ifNoneMatch?.trim() !== "*") return;
  throw new ServiceError(
    "precondition_failed",
    "This already exists, and If-None-Match: * allows only its creation. Leave out the header to change it.",
  );
}

/**
 * Rejects a change based on an outdated version (RFC 9110 section 13.1.1). Weak tags never match. Without the header
 * there is no condition.
 * @throws ServiceError precondition_failed, with the current version and its ETag; invalid_request for a header that is
 * neither `*` nor quoted tags
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
  throw new ServiceError(
    "precondition_failed",
    `The resource has changed: its current version is ${entityTag(version)}, but If-Match is ${ifMatch.slice(0, 100)}. Fetch it again and repeat your change.`,
    { headers: { etag: entityTag(version) } },
  );
}
