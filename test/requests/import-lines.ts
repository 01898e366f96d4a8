import type { StoreOutcome } from "@/lib/audit/store-outcome";
import { newId } from "@/lib/core/crypto/ids";
import { env } from "@/lib/core/env";
import { ServiceError } from "@/lib/core/errors";
import { importEndpoint } from "@/lib/platform/import/import-endpoint";
import type { LineResult } from "@/lib/platform/import/import-records";
import type { Importer } from "@/lib/platform/import/record-types";

/** Imports as the shell does. */
export const fromShell: Importer = {
  actor: "operator:shell",
  info: { ipAddress: null, requestId: newId() },
  mayGivePermissions: true,
};

/** The status of what was stored, or the error. */
export const statusOf = (outcome: StoreOutcome | ServiceError | undefined) =>
  outcome instanceof ServiceError ? outcome : outcome?.status;

/** The address of the import. */
export const importUrl = () => `${env().baseUrl}/service/platform/directory/v1.0/import`;

/** Imports records, or lines as they are, and returns the results. */
export async function importLines(
  token: string,
  lines: readonly (object | string)[],
  query = "",
): Promise<LineResult[]> {
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  const response = await importEndpoint(
    new Request(`${importUrl()}${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" },
      body: texts.join("\n"),
    }),
  );
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${body}`);
  return body
    .split("\n")
    .filter((text) => text !== "")
    .map((text) => JSON.parse(text));
}
