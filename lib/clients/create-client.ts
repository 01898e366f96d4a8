import { createClientSchema } from "@/lib/clients/input-schemas";
import { COLLECTION_PATH, inOrganization } from "@/lib/clients/paths";
import { registerClient } from "@/lib/clients/register-client";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { serializeClient } from "@/lib/clients/serialize";
import { warnOfUnknownScopes } from "@/lib/clients/warn-of-unknown-scopes";
import { transaction } from "@/lib/core/db/client";
import { entityTag } from "@/lib/core/http/entity-tag";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Registers a client with its first secret and its system user (platform spec, section 4.1).
 * @throws ServiceError forbidden for a scope with a permission the caller lacks
 */
export const createClient = operation({
  id: "createClient",
  route: `POST ${COLLECTION_PATH}`,
  access: organization("clients:write"),
  summary: "Create a client",
  description:
    "Creates a client for the organization, with its system user and a first secret, which the response contains in clear text. `meta.name` is required; everything else has a default. Callers cannot register scopes with permissions they do not have.",
  tag: "Clients",
  params: inOrganization,
  body: createClientSchema,
  returns: json(clientResponseSchema, "The new client.", { status: 201, etag: true }),
  async run({ body, caller, info }) {
    const { row, secret } = await transaction((tx) => registerClient(tx, caller, info, body));
    return {
      body: { ...serializeClient(row, [secret]), ...(await warnOfUnknownScopes(row.scopes)) },
      headers: { etag: entityTag(row.version) },
    };
  },
});
