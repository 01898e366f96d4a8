import { profileForm } from "@/lib/identity/account/profile-form";
import { endOwnSession } from "@/lib/identity/account/repository";

/** POST `/profile/sessions/end`: ends one of the person's sessions. */
export const endSession = profileForm("sessions", async ({ session, form }) => {
  await endOwnSession(session.userId, form.session_id ?? "");
  return "session_ended";
});
