import { getManifestContract } from "@/lib/clients/manifest/contract";
import { getManifest } from "@/lib/clients/manifest/get-manifest";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const GET = handle(getManifestContract, getManifest);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
