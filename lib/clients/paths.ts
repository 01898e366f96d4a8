import { ServiceError } from "@/lib/core/errors";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { organizationParams } from "@/lib/core/schemas/path-params";

export const COLLECTION_PATH =
  "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client";
/** Path of one client and prefix of everything below it. */
export const CLIENT_PATH = `${COLLECTION_PATH}/{client_id}` as const;

/** Path parameters of one client. */
export const ofClient = organizationParams.extend({
  client_id: clientIdSchema.meta({ description: "Unique identifier of the client: the API key." }),
});

export const REVEALS =
  "Secrets are in clear text for callers with the permission secrets:read and every permission in the client's scopes; this is recorded in the audit log. For everyone else they are masked.";

/** The same error for a client that does not exist, was deleted or belongs to another organization. */
export class NoSuchClientError extends ServiceError {
  constructor(message = "This organization has no such client.") {
    super("not_found", message);
  }
}
