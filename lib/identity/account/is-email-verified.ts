import { findEmailVerified } from "@/lib/identity/account/repository";

/** Whether a person has verified their email address through a mailed link. */
export function isEmailVerified(userId: string): Promise<boolean> {
  return findEmailVerified(userId);
}
