import { PeopleScreen } from "@/components/platform/people/people-screen";
import { users } from "@/lib/platform/users/users";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("people");

/** The people of the installation. */
export default listPage({
  name: "people",
  of: users,
  toWrite: "directory:write",
  Screen: PeopleScreen,
});
