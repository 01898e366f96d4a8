import { changeClients } from "@/lib/clients/bulk/change-clients";
import { changeClientsContract } from "@/lib/clients/bulk/contract";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = handle(changeClientsContract, changeClients);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
