import { listSecretsContract, rotateSecretContract } from "@/lib/clients/secrets/contract";
import { listSecrets } from "@/lib/clients/secrets/list-secrets";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = handle(listSecretsContract, listSecrets);
export const POST = handle(rotateSecretContract, rotateSecret);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods("GET", "POST");
