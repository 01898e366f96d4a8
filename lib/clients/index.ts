import { changeClients } from "@/lib/clients/bulk/change-clients";
import { deleteClient, restoreClient } from "@/lib/clients/delete-client";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { deleteClientLogo, putClientLogo } from "@/lib/clients/logo/logo";
import { exportClients, getClient, getManifest, listClients } from "@/lib/clients/read-clients";
import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
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
import { createClient, patchClient, updateClient } from "@/lib/clients/write-clients";

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
