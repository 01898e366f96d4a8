import { readImpact } from "@/lib/clients/impact/get-impact";
import { clientImpactSchema } from "@/lib/clients/impact/schemas";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { json } from "@/lib/operation/returns";
import { directoryClients } from "@/lib/platform/clients/clients";
import { requireRow } from "@/lib/platform/read-list";
import { TAG } from "@/lib/platform/values";

/**
 * Reports who would be affected if an extension of any organization stopped.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getDirectoryImpact = operation({
  id: "getDirectoryImpact",
  request: {
    route: `GET ${directoryClients.get.path}/impact`,
    params: directoryClients.get.params,
  },
  access: platform("extensions:read"),
  summary: "Get the impact of suspending an extension",
  description:
    "Shows companies with a live grant, live tokens and the last use. Check this before you suspend an extension.",
  tag: TAG,
  returns: json(clientImpactSchema, "What depends on it."),
  async run(context) {
    const { body: client } = await perform(directoryClients.get, context);
    const impact = await readImpact(client.organization_id, client.client_id);
    return { body: requireRow(directoryClients, impact) };
  },
});
