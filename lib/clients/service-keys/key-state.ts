import {
  countEndingKeys,
  listSeenSecrets,
  type SeenSecretRow,
} from "@/lib/clients/service-keys/repository";

/** What operators should know about the service keys. */
export type KeyState = {
  /** Keys in use of which a secret ends. */
  endingKeys: number;
  /** Live secrets that former operators have seen. */
  seenByFormerOperators: SeenSecretRow[];
};

/** Reads what operators should know about the service keys. The caller authorizes. */
export async function keyState(): Promise<KeyState> {
  const [endingKeys, seenByFormerOperators] = await Promise.all([
    countEndingKeys(),
    listSeenSecrets({}),
  ]);
  return { endingKeys, seenByFormerOperators };
}
