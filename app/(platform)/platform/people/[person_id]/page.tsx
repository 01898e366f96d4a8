import { nameOf } from "@/components/platform/objects";
import { PersonPage } from "@/components/platform/people/person-page";
import { perform } from "@/lib/operation/perform";
import { readPerson } from "@/lib/platform/users/read-person";
import { objectPage } from "../../object-page";

const page = objectPage("person_id", {
  kind: "person",
  permission: readPerson.access.permission,
  toWrite: "directory:write",
  read: (caller, id) =>
    perform(readPerson, { params: readPerson.params.parse({ user_id: id }), caller }),
  nameOf: ({ person }) => nameOf(person),
  Page: PersonPage,
});

export const { generateMetadata } = page;

/** Everything about one person. */
export default page.render;
