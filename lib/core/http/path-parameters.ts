/**
 * The decoded parameters of a path; malformed encodings stay as sent.
 * @param template with `{name}` for path parameters; the path of `url` must match it
 */
export function readPathParameters(template: string, url: string): Record<string, string> {
  const sentSegments = new URL(url).pathname.split("/");
  const parameters: Record<string, string> = {};
  for (const [at, segment] of template.split("/").entries()) {
    if (segment.startsWith("{")) parameters[segment.slice(1, -1)] = decoded(sentSegments[at] ?? "");
  }
  return parameters;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
