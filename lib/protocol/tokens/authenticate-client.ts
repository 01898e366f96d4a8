import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import { isAuthenticated } from "@/lib/protocol/tokens/repository";
import type { SentCredentials } from "@/lib/protocol/tokens/statements";

/**
 * Authenticates a client in a separate statement, for endpoints that need more than one statement.
 * @throws ServiceError invalid_client
 */
export async function authenticateClient(credentials: SentCredentials): Promise<void> {
  if (!(await isAuthenticated(credentials))) throw unknownClient();
}
