import { createClientContract, listClientsContract } from "@/lib/clients/contract";
import { createClient } from "@/lib/clients/create-client";
import { listClients } from "@/lib/clients/list-clients";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const GET = handle(listClientsContract, listClients);
export const POST = handle(createClientContract, createClient);

const refuse = methodNotAllowed("GET, POST");

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
