import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { changeClientsContract } from "@/lib/clients/bulk/contract";

export const POST = handle(changeClientsContract, changeClients);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
