import { revealSecretContract } from "@/lib/clients/secrets/contract";
import { revealSecret } from "@/lib/clients/secrets/reveal-secret";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const POST = handle(revealSecretContract, revealSecret);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
