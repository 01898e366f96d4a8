/**
 * A message in the characters allowed in error_description (RFC 6749 sections 4.1.2.1 and 5.2; RFC 6750 section 3):
 * printable ASCII without quote and backslash.
 */
export function inDescription(message: string): string {
  return message.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, "?");
}
