import { handleFile } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { exportClientsContract } from "@/lib/clients/export/contract";
import { exportClients } from "@/lib/clients/export/export-clients";

export const GET = handleFile(exportClientsContract, exportClients);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
