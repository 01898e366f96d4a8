import { imageAddress } from "@/lib/core/images/image-address";

/** An extension and its publisher, as pages of companies and organizations show them. */
export type PresentedExtension = {
  clientId: string;
  name: string;
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
};

export function presentExtension(row: {
  clientId: string;
  name: string;
  logoId: string | null;
  organization: { name: string; verified: boolean };
}): PresentedExtension {
  return {
    clientId: row.clientId,
    name: row.name,
    logoUri: imageAddress(row.logoId),
    publisherName: row.organization.name,
    publisherVerified: row.organization.verified,
  };
}
