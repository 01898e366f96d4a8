import { z } from "zod";
import { db } from "@/lib/core/db/client";
import { profilePage } from "@/lib/identity/account/profile-page";
import { endOtherSessions as endOthers } from "@/lib/identity/account/repository";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";

/** Ends every session of the person but this one. */
export const endOtherSessions = operation({
  id: "endOtherSessions",
  request: { route: "POST /profile/sessions/end-others", body: z.object({}) },
  access: signedIn(),
  returns: profilePage("sessions"),
  async run({ caller: { session } }) {
    await endOthers(db(), session.userId, session.sessionId);
    return notice("sessions_ended");
  },
});
