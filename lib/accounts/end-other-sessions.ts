import { z } from "zod";
import { profilePage } from "@/lib/accounts/profile-page";
import { endOtherSessions as endOthers } from "@/lib/accounts/repository";
import { db } from "@/lib/kernel/db/client";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";

/** Ends every session of the person but this one. */
export const endOtherSessions = operation({
  id: "endOtherSessions",
  route: "POST /profile/sessions/end-others",
  access: signedIn(),
  body: z.object({}),
  returns: profilePage("sessions"),
  async run({ caller: { session } }) {
    await endOthers(db(), session.userId, session.sessionId);
    return notice("sessions_ended");
  },
});
