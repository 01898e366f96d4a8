import { confirmPassword } from "@/lib/auth/confirm-password";
import { ServiceError } from "@/lib/kernel/errors";
import type { RequestInfo } from "@/lib/kernel/http/request-info";

/**
 * Whether a signed-in person knows their own password.
 * @throws ServiceError slow_down after too many wrong ones
 */
export async function isOwnPassword(
  userId: string,
  password: string | undefined,
  { ipAddress }: RequestInfo,
): Promise<boolean> {
  try {
    await confirmPassword(userId, password, ipAddress);
    return true;
  } catch (refusal) {
    if (refusal instanceof ServiceError && refusal.code === "invalid_request") return false;
    throw refusal;
  }
}
