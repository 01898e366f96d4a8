import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "@/lib/images/values";
import { defineContract } from "@/lib/kernel/http/contract";

const path = `${CLIENT_PATH}/logo` as const;

const changed = {
  status: 200,
  description: "The changed client.",
  schema: clientResponseSchema,
  etag: true,
} as const;

/** PUT prefix/{client_id}/logo. */
export const putClientLogoContract = defineContract({
  operationId: "putClientLogo",
  method: "PUT",
  path,
  summary: "Upload a client's logo",
  description:
    "Stores the image in the body as the client's logo, which sellers see. It is stored as PNG or WebP, at most 512 pixels wide and high, without metadata; the response has its address in `logo_uri`. Secrets are masked in the response.",
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  upload: { types: UPLOAD_TYPES, maxBytes: MAX_UPLOAD_BYTES },
  success: changed,
  errors: ["precondition_failed"],
});

/** DELETE prefix/{client_id}/logo. */
export const deleteClientLogoContract = defineContract({
  operationId: "deleteClientLogo",
  method: "DELETE",
  path,
  summary: "Remove a client's logo",
  description: "Removes the client's logo, if it has one. Secrets are masked in the response.",
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  success: changed,
  errors: ["precondition_failed"],
});
