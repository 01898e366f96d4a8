import { exportClientsContract } from "@/lib/clients/export/contract";
import { exportClients } from "@/lib/clients/export/export-clients";
import { handleFile } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = handleFile(exportClientsContract, exportClients);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
