import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { restoreClientContract } from "@/lib/clients/contract";
import { restoreClient } from "@/lib/clients/restore-client";

export const POST = handle(restoreClientContract, restoreClient);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
