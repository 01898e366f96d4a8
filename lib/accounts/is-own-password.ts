import { confirmPassword } from "@/lib/auth/confirm-password";
import { ServiceError } from "@/lib/kernel/errors";
import type { RequestInfo } from "@/lib/kernel/http/request-info";

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
