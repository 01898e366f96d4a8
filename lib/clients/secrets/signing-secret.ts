import { listLiveSecrets, type SecretOwner } from "@/lib/clients/secrets/repository";
import { revealSecret } from "@/lib/clients/secrets/secret-material";
import { db } from "@/lib/db/client";

/**
 * The live secret of a client, in clear, to sign calls to it with: the one that it used last, since
 * after a rotation it may not know the newest yet; null when it has none.
 */
export async function signingSecret(owner: SecretOwner): Promise<string | null> {
  const live = await listLiveSecrets(db(), owner);
  const [first] = live.toSorted(
    (left, right) => (right.lastUsedAt?.getTime() ?? 0) - (left.lastUsedAt?.getTime() ?? 0),
  );
  return first ? revealSecret(owner.clientId, first) : null;
}
