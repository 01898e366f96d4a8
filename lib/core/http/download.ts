/**
 * A JSON response that browsers save as a file.
 * @param name ASCII without quotes, for example `consent-42.json`
 */
export function jsonDownload(name: string, body: unknown): Response {
  return new Response(JSON.stringify(body, null, 2), {
    headers: {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
