/** Reads one cookie from a Cookie header (RFC 6265 section 5.4), or null. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const equals = pair.indexOf("=");
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return null;
}

/** The names in a Cookie header, in its order: the oldest first among cookies of one path (RFC 6265 section 5.4). */
export function listCookies(header: string | null): string[] {
  return (header?.split(";") ?? []).flatMap((pair) => {
    const equals = pair.indexOf("=");
    return equals > 0 ? [pair.slice(0, equals).trim()] : [];
  });
}
