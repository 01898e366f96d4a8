import { z } from "zod";
import { readClientUse } from "@/lib/clients/scope-use/repository";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { countUseByScope, type ScopeUse } from "@/lib/gate/rules/count-use-by-scope";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/**
 * The scopes that a client of the caller's organization used in platform API calls over the last 30 days. Unused scopes
 * are omitted.
 */
export const listScopeUse = operation({
  id: "listScopeUse",
  access: organization("clients:read"),
  params: z.object({ client_id: clientIdSchema }),
  returns: value<ScopeUse[]>(),
  async run({ caller: { organizationId }, params: { client_id: clientId } }) {
    return countUseByScope(await readClientUse({ organizationId, clientId, days: USE_DAYS }));
  },
});
