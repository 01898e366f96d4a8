import { objectWith, pathsWith, valueAt } from "@/lib/clients/field-values";
import { type ClientManifest, clientManifestSchema, FORMAT } from "@/lib/clients/manifest/schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { findClient } from "@/lib/clients/repository";
import { serializeClient } from "@/lib/clients/serialize";
import { db } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

const PORTABLE = pathsWith({ isPortable: true });

export const getManifest = operation({
  id: "getManifest",
  request: { route: `GET ${CLIENT_PATH}/manifest`, params: ofClient },
  access: organization("clients:read"),
  summary: "Fetch a client's manifest",
  description:
    "Returns the client's description without secrets, ids, state and logo. Keep it with the extension's code, or use it to register the same client elsewhere.",
  tag: "Clients",
  returns: json(clientManifestSchema, "The manifest."),
  async run({ params, caller }) {
    const row = await findClient(db(), caller.organizationId, params.client_id);
    const client = serializeClient(row, []);
    const fields = PORTABLE.map((path) => [path, valueAt(client, path)] as const);
    // A response has each field as the manifest has it.
    const manifest = objectWith(fields) as Omit<ClientManifest, "latchkey_manifest">;
    return { body: { ...manifest, latchkey_manifest: FORMAT } };
  },
});
