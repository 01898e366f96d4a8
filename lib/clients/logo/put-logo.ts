import { changeLogo, path } from "@/lib/clients/logo/change-logo";
import { ofClient } from "@/lib/clients/paths";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { encodeImage } from "@/lib/core/images/encode-image";
import { storeImage } from "@/lib/core/images/store-image";
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from "@/lib/core/images/values";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Re-encodes an uploaded image and makes it the client's logo.
 * @throws ServiceError invalid_request for a file that is not a usable image, or as {@link changeLogo}
 */
export const putClientLogo = operation({
  id: "putClientLogo",
  request: {
    route: `PUT ${path}`,
    params: ofClient,
    body: { types: UPLOAD_TYPES, maxBytes: MAX_UPLOAD_BYTES },
  },
  access: organization("clients:write"),
  summary: "Upload a client's logo",
  description:
    "Stores the image in the body as the client's logo, which sellers see. It is stored as PNG or WebP, at most 512 pixels wide and high, without metadata; the response has its address in `logo_uri`. Secrets are masked in the response.",
  tag: "Clients",
  returns: json(clientResponseSchema, "The changed client.", { etag: true }),
  errors: ["precondition_failed"],
  async run(context) {
    const image = await encodeImage(context.body);
    return changeLogo(context, (tx) => storeImage(tx, image));
  },
});
