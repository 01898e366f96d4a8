import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { db } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { describeErrors } from "@/lib/core/http/describe-errors";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { IMAGE_PATH } from "@/lib/core/images/values";

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
    const select = { contentType: true, bytes: true };
    const image = IMAGE_ID.test(id) ? await db().image.findUnique({ where: { id }, select }) : null;
    if (!image) throw new ServiceError("not_found", "There is no image at this address.");
    return new Response(image.bytes, {
      headers: { ...HEADERS, "content-type": image.contentType },
    });
  } catch (thrown) {
    return renderOAuthError(toServiceError(thrown, requestId), requestId);
  }
}

const binary = { schema: { type: "string", format: "binary" } } as const;

export const STORED_IMAGE_PATH = `${IMAGE_PATH}/{image_id}`;

export const getImageDescription = {
  operationId: "getImage",
  summary: "Fetch a logo",
  description:
    "The logo of a client or of this installation, as `logo_uri` names it. Public and never changed.",
  tags: ["Extensions"],
  security: [],
  requestParams: {
    path: z.object({
      image_id: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({
          description: "SHA-256 of the image, in hex.",
          example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        }),
    }),
  },
  responses: {
    "200": { description: "The image.", content: { "image/png": binary, "image/webp": binary } },
    ...describeErrors("oauth", ["not_found"]),
  },
} satisfies ZodOpenApiOperationObject;
