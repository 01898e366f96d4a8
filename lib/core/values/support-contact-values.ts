/** Selects the columns of {@link SupportContacts}. */
export const SUPPORT_COLUMNS = { policyUri: true, tosUri: true, supportEmail: true } as const;

/** The support addresses and legal pages of an extension; null if the publisher left one out. */
export type SupportContacts = Record<keyof typeof SUPPORT_COLUMNS, string | null>;

export function supportContacts(client: SupportContacts): SupportContacts {
  const { policyUri, tosUri, supportEmail } = client;
  return { policyUri, tosUri, supportEmail };
}
