import { findEmailVerified } from "@/lib/accounts/repository";

/** Whether a person proved, by a mailed link, that their e-mail address is theirs. */
export function isEmailVerified(userId: string): Promise<boolean> {
  return findEmailVerified(userId);
}
