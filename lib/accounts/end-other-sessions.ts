import { profileForm } from "@/lib/accounts/profile-form";
import { endOtherSessions as endOthers } from "@/lib/accounts/repository";
import { db } from "@/lib/kernel/db/client";

/** POST `/profile/sessions/end-others`: ends every session of the person but this one. */
export const endOtherSessions = profileForm("sessions", async ({ session }) => {
  await endOthers(db(), session.userId, session.sessionId);
  return "sessions_ended";
});
