import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import {
  deleteClientContract,
  getClientContract,
  patchClientContract,
  updateClientContract,
} from "@/lib/clients/contract";
import { deleteClient } from "@/lib/clients/delete-client";
import { getClient } from "@/lib/clients/get-client";
import { patchClient } from "@/lib/clients/patch-client";
import { updateClient } from "@/lib/clients/update-client";

export const GET = handle(getClientContract, getClient);
export const PUT = handle(updateClientContract, updateClient);
export const PATCH = handle(patchClientContract, patchClient);
export const DELETE = handle(deleteClientContract, deleteClient);

export const { OPTIONS, POST } = otherMethods("GET", "PUT", "PATCH", "DELETE");
