import { readImpact } from "@/lib/clients/impact/read-impact";
import { clientImpactSchema } from "@/lib/clients/impact/schemas";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Reports who would be affected if a client of the caller's organization stopped.
 * @throws ServiceError not_found or forbidden
 */
export const getImpact = operation({
  id: "getImpact",
  route: `GET ${CLIENT_PATH}/impact`,
  access: organization("clients:read"),
  summary: "Get the impact of stopping a client",
  description:
    "Shows companies with a live grant, live tokens and the last use. Check this before you deactivate or delete a client or revoke a secret.",
  tag: "Clients",
  params: ofClient,
  returns: json(clientImpactSchema, "What depends on it."),
  async run({ params, caller }) {
    const impact = await readImpact(caller.organizationId, params.client_id);
    if (!impact) throw noSuchClient();
    return { body: impact };
  },
});
