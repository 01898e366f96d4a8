import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { describeErrors } from "@/lib/core/http/describe-errors";
import { IMAGE_PATH } from "@/lib/core/images/values";

const binary = { schema: { type: "string", format: "binary" } } as const;

/** Path of a stored image. */
export const STORED_IMAGE_PATH = `${IMAGE_PATH}/{image_id}`;

/** OpenAPI description of stored images. */
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
