import { db } from "@/lib/core/db/client";
import { profileForm } from "@/lib/identity/account/profile-form";
import { endOtherSessions as endOthers } from "@/lib/identity/account/repository";

/** POST `/profile/sessions/end-others`: ends every session of the person but this one. */
export const endOtherSessions = profileForm("sessions", async ({ session }) => {
  await endOthers(db(), session.userId, session.sessionId);
  return "sessions_ended";
});
