import { noSuchClient, ofClient } from "@/lib/clients/paths";
import { findClient } from "@/lib/clients/repository";
import { clientSecretListSchema } from "@/lib/clients/schemas";
import { SECRETS } from "@/lib/clients/secrets/paths";
import { lastUseOf, listLiveSecrets } from "@/lib/clients/secrets/repository";
import { rotationProgress } from "@/lib/clients/secrets/rotation-progress";
import { serializeRotation, serializeSecret } from "@/lib/clients/secrets/serialize-secret";
import { db } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Lists a client's live secrets, masked, newest first, with the progress of a rotation.
 * @throws ServiceError not_found or forbidden
 */
export const listSecrets = operation({
  id: "listSecrets",
  request: { route: `GET ${SECRETS}`, params: ofClient },
  access: organization("clients:read"),
  summary: "List a client's live secrets",
  description:
    "Returns name, age and last use of each live secret and the progress of a rotation. The secrets themselves are masked.",
  tag: "Secrets",
  returns: json(clientSecretListSchema, "The live secrets."),
  async run({ params, caller }) {
    const owner = { organizationId: caller.organizationId, clientId: params.client_id };
    if (!(await findClient(db(), owner.organizationId, owner.clientId))) throw noSuchClient();
    const rows = await listLiveSecrets(db(), owner);
    const rotation = rotationProgress(
      rows.map((row) => ({ ...row, lastUsedAt: lastUseOf(row) })),
      new Date(),
    );
    return {
      body: {
        items: rows.map((row) => serializeSecret(row)),
        rotation: rotation && serializeRotation(rotation),
      },
    };
  },
});
