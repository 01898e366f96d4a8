import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { confirmPassword } from "@/lib/identity/sessions/confirm-person";

/**
 * Whether this is the signed-in person's password.
 * @throws ServiceError slow_down after too many wrong attempts
 */
export async function isOwnPassword(
  userId: string,
  password: string | undefined,
  { ipAddress }: RequestInfo,
): Promise<boolean> {
  try {
    await confirmPassword(userId, password, ipAddress);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "invalid_request") return false;
    throw error;
  }
}
