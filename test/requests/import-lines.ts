import type { StoreOutcome } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { importEndpoint } from "@/lib/platform/import/import-endpoint";
import type { LineResult } from "@/lib/platform/import/import-records";
import type { Importer } from "@/lib/platform/import/record-types";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintServiceToken } from "@/test/factories/mint-platform";

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

/** A token of a new service key that may import records of any type. */
export const mintImportToken = () =>
  mintServiceToken(["platform/clients/write", "platform/directory/write", "platform/scopes/write"]);

const SCOPES = ["company/orders/read", "company/products/read"];

/** Records of an extension that the platform already has, installed by a company. */
export async function mintRecords() {
  const { organizationId: organization_id } = await mintOrganization();
  const { companyId: company_id, seller } = await mintCompany();
  const client_id = `legacy_${newId()}`;
  const installed = { client_id, company_id, scopes: SCOPES };
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  return {
    seller,
    client: {
      type: "client",
      client_id,
      organization_id,
      name: "Shipfast",
      scopes: SCOPES,
      secret: `s3cr%t ${newId()}`,
      redirect_urls: [REDIRECT_URI],
      base_url: "https://shipfast.example.com",
    },
    grant: { type: "grant", ...installed },
    refresh: { type: "refresh_token", ...installed, token: `old-refresh-${newId()}`, expires_at },
    access: { type: "access_token", ...installed, token: `old-access-${newId()}`, expires_at },
  };
}
