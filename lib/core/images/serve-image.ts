import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { findImage } from "@/lib/core/images/repository";

const IMAGE_ID = /^[0-9a-f]{64}$/;

const HEADERS = {
  // The id is the hash of the content, so the content of an address never changes.
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  // The platform's own pages may show logos too.
  "cross-origin-resource-policy": "cross-origin",
};

/** GET `/logos/{image_id}`: an uploaded logo, for anyone. */
export async function serveImage(request: ApiRequest): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const image = IMAGE_ID.test(id) ? await findImage(id) : null;
    if (!image) throw new ServiceError("not_found", "There is no image at this address.");
    return new Response(image.bytes, {
      headers: { ...HEADERS, "content-type": image.contentType },
    });
  } catch (thrown) {
    return renderOAuthError(toServiceError(thrown, requestId), requestId);
  }
}
