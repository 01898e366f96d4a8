import { exportClientsContract } from "@/lib/clients/export/contract";
import { exportClients } from "@/lib/clients/export/export-clients";
import { handleFile, methodNotAllowed } from "@/lib/http/handle";

export const GET = handleFile(exportClientsContract, exportClients);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
