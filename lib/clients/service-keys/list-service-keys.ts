import { KEYS, TAG } from "@/lib/clients/service-keys/paths";
import { findServiceKeys } from "@/lib/clients/service-keys/repository";
import { serviceKeyListSchema } from "@/lib/clients/service-keys/schemas";
import { serializeServiceKey } from "@/lib/clients/service-keys/serialize";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Lists the service keys of the installation.
 * @throws ServiceError forbidden
 */
export const listServiceKeys = operation({
  id: "listServiceKeys",
  request: { route: `GET ${KEYS}` },
  access: platform("keys:read"),
  summary: "List service keys",
  description: "Returns every service key, revoked ones included, without their secrets.",
  tag: TAG,
  returns: json(serviceKeyListSchema, "The service keys."),
  async run() {
    return { body: { items: (await findServiceKeys()).map(serializeServiceKey) } };
  },
});
