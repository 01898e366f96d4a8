import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { idSchema } from "@/lib/core/schemas/id-schema";

export const SECRETS = `${CLIENT_PATH}/secret` as const;

export const ofSecret = ofClient.extend({
  secret_id: idSchema.meta({ description: "Id of the secret, from the list of secrets." }),
});
