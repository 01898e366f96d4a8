import { unknownClient } from "@/lib/oauth/tokens/read-client-credentials";
import { isAuthenticated } from "@/lib/oauth/tokens/repository";
import type { SentCredentials } from "@/lib/oauth/tokens/statements";

/**
 * Checks a client's credentials on their own, for endpoints whose work is more than one statement.
 * @throws ServiceError invalid_client
 */
export async function authenticateClient(credentials: SentCredentials): Promise<void> {
  if (!(await isAuthenticated(credentials))) throw unknownClient();
}
