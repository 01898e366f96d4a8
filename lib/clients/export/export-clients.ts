import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { exportClientsContract } from "@/lib/clients/export/contract";
import { type ClientWriter, clientWriters } from "@/lib/clients/export/write-clients";
import { listClientIds, readClientRows } from "@/lib/clients/list-repository";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

const BATCH = 500;

/**
 * Exports all matching clients of the caller's organization as a file. The set of clients is fixed when the request
 * arrives; their contents are read in batches while the file is sent, so that a slow reader ties up neither memory nor
 * a connection.
 * @throws ServiceError forbidden
 */
export async function exportClients({
  query: { format, ...filter },
  caller,
}: Pick<
  OperationContext<typeof exportClientsContract>,
  "query" | "caller"
>): Promise<StreamedFile> {
  requirePermission(caller, exportClientsContract.permission);
  const { organizationId } = caller;
  const ids = await listClientIds(organizationId, filter);
  const writer = clientWriters[format];
  return {
    contentType: writer.contentType,
    fileName: `clients-${organizationId}.${format}`,
    chunks: writeClients(organizationId, ids, writer),
  };
}

async function* writeClients(
  organizationId: string,
  ids: readonly string[],
  writer: ClientWriter,
): AsyncGenerator<string> {
  yield writer.begin;
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await readClientRows({
      organizationId,
      clientIds: ids.slice(start, start + BATCH),
    });
    const clients = rows.map((row) => serializeClient(row, row.lastFours.map(maskSecret)));
    yield clients.map((client, at) => writer.client(client, start === 0 && at === 0)).join("");
  }
  yield writer.end;
}
