import { profilePage } from "@/lib/identity/account/profile-page";
import { updateName } from "@/lib/identity/account/repository";
import { nameFormSchema } from "@/lib/identity/account/schemas";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";

/** Changes the person's own name. */
export const changeName = operation({
  id: "changeName",
  request: { route: "POST /profile/name", body: nameFormSchema },
  access: signedIn(),
  returns: profilePage("name", "name_invalid"),
  async run({ caller: { session }, body: { first_name, last_name } }) {
    await updateName(session.userId, { firstName: first_name, lastName: last_name });
    return notice("name_saved");
  },
});
