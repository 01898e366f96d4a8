import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { revealSecretSchema, rotateSecretSchema } from "@/lib/clients/input-schemas";
import { clientSecretListSchema, clientSecretSchema } from "@/lib/clients/schemas";
import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

const SECRETS = `${CLIENT_PATH}/secret` as const;

const ofSecret = ofClient.extend({
  secret_id: idSchema.meta({ description: "Id of the secret, from the list of secrets." }),
});

/** GET prefix/{client_id}/secret. */
export const listSecretsContract = defineContract({
  operationId: "listSecrets",
  method: "GET",
  path: SECRETS,
  summary: "List a client's live secrets",
  description:
    "Name, age and last use of each live secret, and how far a rotation has come. The secrets themselves are masked.",
  tag: "Secrets",
  permission: "clients:read",
  params: ofClient,
  success: { status: 200, description: "The live secrets.", schema: clientSecretListSchema },
});

/** POST prefix/{client_id}/secret. */
export const rotateSecretContract = defineContract({
  operationId: "rotateSecret",
  method: "POST",
  path: SECRETS,
  summary: "Rotate a client's secret",
  description:
    "Makes a new secret, which the answer holds in clear. The others stop after the overlap, or when they would have anyway. A caller cannot make a secret for a client whose scopes carry a permission that the caller lacks.",
  tag: "Secrets",
  permission: "clients:write",
  params: ofClient,
  body: rotateSecretSchema,
  success: { status: 201, description: "The new secret.", schema: clientSecretSchema },
  errors: ["conflict"],
});

/** DELETE prefix/{client_id}/secret/{secret_id}. */
export const revokeSecretContract = defineContract({
  operationId: "revokeSecret",
  method: "DELETE",
  path: `${SECRETS}/{secret_id}`,
  summary: "Revoke a client's secret",
  description: "Stops a secret at once. The last live one cannot go: rotate first.",
  tag: "Secrets",
  permission: "clients:write",
  params: ofSecret,
  success: { status: 200, description: "The revoked secret.", schema: clientSecretSchema },
  errors: ["conflict"],
});

/** POST prefix/{client_id}/secret/{secret_id}/reveal. */
export const revealSecretContract = defineContract({
  operationId: "revealSecret",
  method: "POST",
  path: `${SECRETS}/{secret_id}/reveal`,
  summary: "Reveal one secret",
  description:
    "Answers one live secret in clear and leaves an audit row. A signed-in person gives their own password again; a token needs none. The caller needs each permission that the client's scopes carry.",
  tag: "Secrets",
  permission: "secrets:read",
  params: ofSecret,
  body: revealSecretSchema,
  success: { status: 200, description: "The secret, in clear.", schema: clientSecretSchema },
  errors: ["slow_down"],
});
