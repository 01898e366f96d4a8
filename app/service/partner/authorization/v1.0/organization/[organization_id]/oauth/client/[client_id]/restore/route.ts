import { restoreClientContract } from "@/lib/clients/contract";
import { restoreClient } from "@/lib/clients/restore-client";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const POST = handle(restoreClientContract, restoreClient);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
