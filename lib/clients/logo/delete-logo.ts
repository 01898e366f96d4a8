import { changeLogo, path } from "@/lib/clients/logo/change-logo";
import { ofClient } from "@/lib/clients/paths";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Removes the client's logo; the image itself is cleaned up once nothing uses it.
 * @throws ServiceError as {@link changeLogo}
 */
export const deleteClientLogo = operation({
  id: "deleteClientLogo",
  request: { route: `DELETE ${path}`, params: ofClient },
  access: organization("clients:write"),
  summary: "Remove a client's logo",
  description: "Removes the client's logo, if it has one. Secrets are masked in the response.",
  tag: "Clients",
  returns: json(clientResponseSchema, "The changed client.", { etag: true }),
  errors: ["precondition_failed"],
  run(context) {
    return changeLogo(context, async () => null);
  },
});
