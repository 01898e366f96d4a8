import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { clientManifestSchema } from "@/lib/clients/manifest/schemas";
import { defineContract } from "@/lib/kernel/http/contract";

/** GET prefix/{client_id}/manifest. */
export const getManifestContract = defineContract({
  operationId: "getManifest",
  method: "GET",
  path: `${CLIENT_PATH}/manifest`,
  summary: "Fetch a client's manifest",
  description:
    "Returns the client's description without secrets, ids, state and logo. Keep it with the extension's code, or use it to register the same client elsewhere.",
  tag: "Clients",
  permission: "clients:read",
  params: ofClient,
  success: { status: 200, description: "The manifest.", schema: clientManifestSchema },
});
