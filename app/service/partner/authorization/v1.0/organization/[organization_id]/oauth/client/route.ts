import { createClientContract, listClientsContract } from "@/lib/clients/contract";
import { createClient } from "@/lib/clients/create-client";
import { listClients } from "@/lib/clients/list-clients";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = handle(listClientsContract, listClients);
export const POST = handle(createClientContract, createClient);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods("GET", "POST");
