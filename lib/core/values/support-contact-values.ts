/** The support addresses and legal pages of an extension; null if the publisher left one out. */
export interface SupportContacts {
  policyUri: string | null;
  tosUri: string | null;
  supportEmail: string | null;
}

/** Selects the columns of {@link SupportContacts}. */
export const SUPPORT_COLUMNS = {
  policyUri: true,
  tosUri: true,
  supportEmail: true,
} as const satisfies Record<keyof SupportContacts, true>;

export function supportContacts(client: SupportContacts): SupportContacts {
  const { policyUri, tosUri, supportEmail } = client;
  return { policyUri, tosUri, supportEmail };
}
