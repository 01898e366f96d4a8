import { ServiceError } from "@/lib/kernel/errors";

const TAG_LIST = /^\s*(W\/)?"[\x21\x23-\x7e]*"\s*(,\s*(W\/)?"[\x21\x23-\x7e]*"\s*)*$/;

/** The ETag header of a version (RFC 9110 section 8.8.3). */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Refuses a change that was made for another version than the present one (RFC 9110 section 13.1.1).
 * Weak tags never match. No header, no condition.
 * @throws ServiceError precondition_failed, which names the present version and carries its ETag;
 * invalid_request for a header that is neither `*` nor quoted tags
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
    `Somebody changed it: the present version is ${entityTag(version)}, If-Match says ${ifMatch.slice(0, 100)}. Fetch it again and repeat your change.`,
    { headers: { etag: entityTag(version) } },
  );
}
