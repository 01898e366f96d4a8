import { checkRedirect } from "@/lib/clients/redirect-check/check-redirect";
import { checkRedirectContract } from "@/lib/clients/redirect-check/contract";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const POST = handle(checkRedirectContract, checkRedirect);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
