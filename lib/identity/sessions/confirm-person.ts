import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { checkPassword } from "@/lib/identity/sessions/check-password";
import { findAuthenticationTime, findOwnCredentials } from "@/lib/identity/sessions/repository";
import { providerHref } from "@/lib/identity/sessions/sign-in-return-path";

// Long enough to come back from the provider and press the button.
const FRESH_MS = 10 * 60 * 1000;

/**
 * Re-authenticates a signed-in person: by their password, or, for a person without one, by a sign-in at the provider in
 * this session at most 10 minutes ago.
 * @param sent the password as sent, in a field of that name, and the session
 * @throws ServiceError invalid_request saying what is missing; too_many_requests after too many wrong passwords
 */
export async function confirmPerson(
  userId: string,
  sent: { password: string | undefined; sessionId: string | null },
  ipAddress: string | null,
): Promise<void> {
  const { provider, baseUrl } = env();
  if (!provider || (await findOwnCredentials(userId))) {
    return confirmPassword(userId, sent.password, ipAddress);
  }
  const time = sent.sessionId && (await findAuthenticationTime(sent.sessionId, userId));
  if (time && Date.now() - time.getTime() <= FRESH_MS) return;
  const message = `sign in again at ${provider.name}, then try again within 10 minutes`;
  throw new ServiceError(
    "invalid_request",
    `password: ${message}: ${baseUrl}${providerHref("/", "again")}`,
    {
      fields: [{ path: "password", message }],
    },
  );
}

/**
 * Re-authenticates a signed-in person by their password, under the same limit as sign-in.
 * @param password as sent, in a field of that name
 * @throws ServiceError invalid_request for a missing or wrong password; too_many_requests after too many
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

/**
 * Whether this is the signed-in person's password.
 * @throws ServiceError too_many_requests after too many wrong attempts
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

function invalidPassword(message: string): ServiceError {
  return new ServiceError("invalid_request", `password: ${message}`, {
    fields: [{ path: "password", message }],
  });
}
