import { listLiveSecrets, type SecretOwner } from "@/lib/clients/secrets/repository";
import { revealSecret } from "@/lib/clients/secrets/secret-material";
import { db } from "@/lib/db/client";

/** The newest live secret of a client in clear, to sign calls to it with; null when it has none. */
export async function currentSecret(owner: SecretOwner): Promise<string | null> {
  const [newest] = await listLiveSecrets(db(), owner);
  return newest ? revealSecret(owner.clientId, newest) : null;
}
