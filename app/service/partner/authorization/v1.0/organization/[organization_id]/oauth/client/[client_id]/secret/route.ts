import { listSecretsContract, rotateSecretContract } from "@/lib/clients/secrets/contract";
import { listSecrets } from "@/lib/clients/secrets/list-secrets";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const GET = handle(listSecretsContract, listSecrets);
export const POST = handle(rotateSecretContract, rotateSecret);

const refuse = methodNotAllowed("GET, POST");

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
