import { checkPassword } from "@/lib/auth/check-password";
import { findOwnCredentials } from "@/lib/auth/repository";
import { ServiceError } from "@/lib/kernel/errors";

/**
 * Makes sure that a signed-in person is still who sits there: asks for their own password, under the
 * limit of sign-in, whose failures count together with these.
 * @param password as sent, in a field of that name
 * @throws ServiceError invalid_request for a missing or wrong password; slow_down after too many
 */
export async function confirmPassword(
  userId: string,
  password: string | undefined,
  ipAddress: string | null,
): Promise<void> {
  if (!password) throw refusal("is required: give your own password again");
  const person = await findOwnCredentials(userId);
  if (!person) throw refusal("is not yours");
  if (await checkPassword(person.email, person.passwordHash, password, ipAddress)) return;
  throw refusal("is not yours");
}

function refusal(message: string): ServiceError {
  return new ServiceError("invalid_request", `password: ${message}`, {
    fields: [{ path: "password", message }],
  });
}
