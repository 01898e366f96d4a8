import { PeopleScreen } from "@/components/platform/people/people-screen";
import { peopleQuery } from "@/lib/api/client/platform-queries";
import { perform } from "@/lib/operation/perform";
import { users } from "@/lib/platform/users/users";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("people");

/** The people of the installation. */
export default listPage({
  name: "people",
  operation: users.list,
  cursors: users.cursors,
  toWrite: "directory:write",
  read: async (caller, query) => ({ ...(await perform(users.list, { query, caller })), shown: {} }),
  keyOf: peopleQuery,
  Screen: PeopleScreen,
});
