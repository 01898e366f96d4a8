import { revokeSecretContract } from "@/lib/clients/secrets/contract";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const DELETE = handle(revokeSecretContract, revokeSecret);

export const { GET, OPTIONS, PATCH, POST, PUT } = otherMethods("DELETE");
