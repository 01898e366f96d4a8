import { z } from "zod";
import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { failureLogPath } from "@/lib/protocol/events/failure-log-path";
import { findClientOfRequest } from "@/lib/requests/events/request-repository";

/**
 * The path of a request in its client's failure log, for people with access; null for everyone else, so that an id
 * reveals nothing.
 */
export const locateRequest = operation({
  id: "locateRequest",
  access: signedIn(),
  query: z.object({ request_id: z.string() }),
  returns: value<string | null>(),
  async run({ caller, query: { request_id: requestId } }) {
    const organizations = await perform(listOrganizationMemberships, { caller });
    const ids = organizations.map(({ id }) => id);
    const found = ids.length > 0 ? await findClientOfRequest(ids, requestId) : null;
    return found && failureLogPath(found, requestId);
  },
});
