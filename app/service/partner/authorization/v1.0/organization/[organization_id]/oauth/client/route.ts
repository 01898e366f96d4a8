import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { createClientContract, listClientsContract } from "@/lib/clients/contract";
import { createClient } from "@/lib/clients/create-client";
import { listClients } from "@/lib/clients/list-clients";

export const GET = handle(listClientsContract, listClients);
export const POST = handle(createClientContract, createClient);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods("GET", "POST");
