import { unknownClient } from "@/lib/oauth/tokens/read-client-credentials";
import { isAuthenticated } from "@/lib/oauth/tokens/repository";
import type { SentCredentials } from "@/lib/oauth/tokens/statements";

/**
 * Authenticates a client in a separate statement, for endpoints that need more than one statement.
 * @throws ServiceError invalid_client
 */
export async function authenticateClient(credentials: SentCredentials): Promise<void> {
  if (!(await isAuthenticated(credentials))) throw unknownClient();
}
