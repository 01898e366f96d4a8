import { restoreClientContract } from "@/lib/clients/contract";
import { restoreClient } from "@/lib/clients/restore-client";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const POST = handle(restoreClientContract, restoreClient);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
