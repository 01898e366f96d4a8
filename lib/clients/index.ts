import { changeClients } from "@/lib/clients/bulk/change-clients";
import { createClient } from "@/lib/clients/create-client";
import { deleteClient } from "@/lib/clients/delete-client";
import { exportClients } from "@/lib/clients/export/export-clients";
import { getClient } from "@/lib/clients/get-client";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { listClients } from "@/lib/clients/list-clients";
import { deleteClientLogo } from "@/lib/clients/logo/delete-logo";
import { putClientLogo } from "@/lib/clients/logo/put-logo";
import { getManifest } from "@/lib/clients/manifest/get-manifest";
import { patchClient } from "@/lib/clients/patch-client";
import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
import { restoreClient } from "@/lib/clients/restore-client";
import { listSecrets } from "@/lib/clients/secrets/list-secrets";
import { revealSecret } from "@/lib/clients/secrets/reveal-secret";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { changeServiceKeyEnd } from "@/lib/clients/service-keys/change-service-key-end";
import { createServiceKey } from "@/lib/clients/service-keys/create-service-key";
import { listServiceKeys } from "@/lib/clients/service-keys/list-service-keys";
import { revokeServiceKey } from "@/lib/clients/service-keys/revoke-service-key";
import { rotateServiceKey } from "@/lib/clients/service-keys/rotate-service-key";
import { updateClient } from "@/lib/clients/update-client";

/** The operations of this room, in the order of the API reference. */
export const operations = [
  createClient,
  listClients,
  exportClients,
  changeClients,
  getClient,
  getManifest,
  updateClient,
  patchClient,
  deleteClient,
  restoreClient,
  putClientLogo,
  deleteClientLogo,
  getImpact,
  checkRedirect,
  listSecrets,
  rotateSecret,
  revealSecret,
  revokeSecret,
  listGrants,
  listServiceKeys,
  createServiceKey,
  rotateServiceKey,
  changeServiceKeyEnd,
  revokeServiceKey,
] as const;
