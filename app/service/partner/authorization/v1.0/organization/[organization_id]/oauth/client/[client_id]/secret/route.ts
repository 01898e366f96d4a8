import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { listSecretsContract, rotateSecretContract } from "@/lib/clients/secrets/contract";
import { listSecrets } from "@/lib/clients/secrets/list-secrets";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";

export const GET = handle(listSecretsContract, listSecrets);
export const POST = handle(rotateSecretContract, rotateSecret);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods("GET", "POST");
