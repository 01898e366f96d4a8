import { getManifestContract } from "@/lib/clients/manifest/contract";
import { getManifest } from "@/lib/clients/manifest/get-manifest";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = handle(getManifestContract, getManifest);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
