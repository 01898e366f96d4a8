import { gzipSync } from "node:zlib";
import { sha256 } from "@/lib/core/crypto/hash";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { processState } from "@/lib/core/process/process-state";

const GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/**
 * Answers with JSON that is the same for everyone and as long as the process runs. It is built and compressed once. A
 * caller that has it already gets 304 (RFC 9110 section 13.1.2).
 * @param name of the process state that has it
 */
export function storedJsonResponse(
  name: string,
  make: () => unknown,
  { headers: sent }: Pick<ApiRequest, "headers">,
): Response {
  const { plain, gzip, tag } = processState(name, () => storedJson(make()));
  const headers = { "cache-control": "no-cache", vary: "accept-encoding", etag: tag };
  const tags = sent.get("if-none-match")?.split(",") ?? [];
  if (tags.some((each) => each.trim() === tag)) return new Response(null, { status: 304, headers });
  const type = { "content-type": "application/json" };
  return GZIP.test(sent.get("accept-encoding") ?? "")
    ? new Response(gzip, { headers: { ...headers, ...type, "content-encoding": "gzip" } })
    : new Response(plain, { headers: { ...headers, ...type } });
}

function storedJson(value: unknown) {
  const plain = Buffer.from(JSON.stringify(value));
  // Weak: both forms have it.
  return { plain, gzip: gzipSync(plain), tag: `W/"${sha256(plain).toString("base64url")}"` };
}
