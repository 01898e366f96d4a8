import { revokeSecretContract } from "@/lib/clients/secrets/contract";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const DELETE = handle(revokeSecretContract, revokeSecret);

const refuse = methodNotAllowed("DELETE");

export { refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
