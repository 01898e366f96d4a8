import {
  type MintedClient,
  type MintedUser,
  mintClient,
  mintCompany,
  mintGrant,
  mintOrganization,
} from "@/test/factories/mint";

/** What {@link mintInstallation} registers and grants. */
export const INSTALLED_SCOPES = ["company/orders/read", "company/products/read"];

/** Where the extension of {@link mintInstallation} receives its codes. */
export const REDIRECT_URI = "https://shipfast.example.com/fp/auth";

/** An extension in its own organization, installed by its own company. */
export type Installation = {
  organizationId: string;
  client: MintedClient;
  companyId: number;
  /** Owner of the company. */
  seller: MintedUser;
  grantId: string;
};

/** An extension to which a company has granted exactly its registered scopes. */
export async function mintInstallation(
  columns: Parameters<typeof mintClient>[1] = {},
): Promise<Installation> {
  const extension = await mintExtension(columns);
  const { grantId } = await mintGrant(
    extension.client.clientId,
    extension.companyId,
    INSTALLED_SCOPES,
  );
  return { ...extension, grantId };
}

/** An extension and a company that has not granted it anything yet. */
export async function mintExtension(
  columns: Parameters<typeof mintClient>[1] = {},
): Promise<Omit<Installation, "grantId">> {
  const { organizationId } = await mintOrganization();
  const client = await mintClient(organizationId, {
    redirectUrls: [REDIRECT_URI],
    scopes: INSTALLED_SCOPES,
    ...columns,
  });
  const { companyId, seller } = await mintCompany();
  return { organizationId, client, companyId, seller };
}
