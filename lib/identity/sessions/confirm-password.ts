import { ServiceError } from "@/lib/core/errors";
import { checkPassword } from "@/lib/identity/sessions/check-password";
import { findOwnCredentials } from "@/lib/identity/sessions/repository";

/**
 * Re-authenticates a signed-in person by their password, under the same limit as sign-in.
 * @param password as sent, in a field of that name
 * @throws ServiceError invalid_request for a missing or wrong password; slow_down after too many
 */
export async function confirmPassword(
  userId: string,
  password: string | undefined,
  ipAddress: string | null,
): Promise<void> {
  if (!password) throw invalidPassword("is required: enter your password again");
  const person = await findOwnCredentials(userId);
  if (!person) throw invalidPassword("is not yours");
  if (await checkPassword(person.email, person.passwordHash, password, ipAddress)) return;
  throw invalidPassword("is not yours");
}

function invalidPassword(message: string): ServiceError {
  return new ServiceError("invalid_request", `password: ${message}`, {
    fields: [{ path: "password", message }],
  });
}
