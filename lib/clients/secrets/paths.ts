import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { ServiceError } from "@/lib/core/errors";
import { idSchema } from "@/lib/core/schemas/id-schema";

export const SECRETS = `${CLIENT_PATH}/secret` as const;

export const ofSecret = ofClient.extend({
  secret_id: idSchema.meta({ description: "Id of the secret, from the list of secrets." }),
});

/** The same error for a secret that does not exist, has expired or belongs to another client. */
export function noSuchSecret(): ServiceError {
  return new ServiceError("not_found", "The client has no live secret with this id.");
}
