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
    "Returns name, age and last use of each live secret and the progress of a rotation. The secrets themselves are masked.",
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
    "Creates a new secret and returns it in clear text. The other secrets expire after the overlap, or earlier if they were due to. Callers cannot create secrets for a client whose scopes include a permission they lack.",
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
  description:
    "Stops a secret immediately. The last live secret cannot be revoked; rotate it first.",
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
    "Returns a live secret in clear text and records it in the audit log. A signed-in person must send their own password; a token does not need one. The caller needs every permission in the client's scopes.",
  tag: "Secrets",
  permission: "secrets:read",
  params: ofSecret,
  body: revealSecretSchema,
  success: { status: 200, description: "The secret in clear text.", schema: clientSecretSchema },
  errors: ["slow_down"],
});
