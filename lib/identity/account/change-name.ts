import { profileForm } from "@/lib/identity/account/profile-form";
import { updateName } from "@/lib/identity/account/repository";
import { nameFormSchema } from "@/lib/identity/account/schemas";

/** POST `/profile/name`: changes the person's own name. */
export const changeName = profileForm("name", async ({ session, form }) => {
  const parsed = nameFormSchema.safeParse(form);
  if (!parsed.success) return "name_invalid";
  const { first_name, last_name } = parsed.data;
  await updateName(session.userId, { firstName: first_name, lastName: last_name });
  return "name_saved";
});
