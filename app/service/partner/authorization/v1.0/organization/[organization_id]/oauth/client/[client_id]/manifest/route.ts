import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { getManifestContract } from "@/lib/clients/manifest/contract";
import { getManifest } from "@/lib/clients/manifest/get-manifest";

export const GET = handle(getManifestContract, getManifest);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
