import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { revokeSecretContract } from "@/lib/clients/secrets/contract";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";

export const DELETE = handle(revokeSecretContract, revokeSecret);

export const { GET, OPTIONS, PATCH, POST, PUT } = otherMethods("DELETE");
