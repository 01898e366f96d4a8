import { changeClients } from "@/lib/clients/bulk/change-clients";
import { changeClientsContract } from "@/lib/clients/bulk/contract";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const POST = handle(changeClientsContract, changeClients);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
