import { findEmailVerified } from "@/lib/identity/account/repository";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** Whether a person has verified their email address through a mailed link. */
export const isEmailVerified = operation({
  id: "isEmailVerified",
  access: signedIn(),
  returns: value<boolean>(),
  run: ({ caller: { session } }) => findEmailVerified(session.userId),
});
