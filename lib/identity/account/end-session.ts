import { z } from "zod";
import { profilePage } from "@/lib/identity/account/profile-page";
import { endOwnSession } from "@/lib/identity/account/repository";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";

/** Ends one of the person's sessions. */
export const endSession = operation({
  id: "endSession",
  request: {
    route: "POST /profile/sessions/end",
    body: z.object({ session_id: z.string().default("") }),
  },
  access: signedIn(),
  returns: profilePage("sessions"),
  async run({ caller: { session }, body }) {
    await endOwnSession(session.userId, body.session_id);
    return notice("session_ended");
  },
});
