import { changeClients } from "@/lib/clients/bulk/change-clients";
import { createClient } from "@/lib/clients/create-client";
import { deleteClient } from "@/lib/clients/delete-client";
import { exportClients } from "@/lib/clients/export/export-clients";
import { getClient } from "@/lib/clients/get-client";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { listClients } from "@/lib/clients/list-clients";
import { deleteClientLogo, putClientLogo } from "@/lib/clients/logo/logo";
import { getManifest } from "@/lib/clients/manifest/get-manifest";
import { patchClient } from "@/lib/clients/patch-client";
import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
import { restoreClient } from "@/lib/clients/restore-client";
import {
  listSecrets,
  revealSecret,
  revokeSecret,
  rotateSecret,
} from "@/lib/clients/secrets/secrets";
import {
  changeServiceKeyEnd,
  createServiceKey,
  listServiceKeys,
  revokeServiceKey,
  rotateServiceKey,
} from "@/lib/clients/service-keys/service-keys";
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
