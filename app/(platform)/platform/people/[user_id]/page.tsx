import { nameOf } from "@/components/platform/objects";
import { PersonPage } from "@/components/platform/people/person-page";
import { readPerson } from "@/lib/platform/users/read-person";
import { objectPage } from "../../object-page";

const page = objectPage("user_id", {
  kind: "person",
  operation: readPerson,
  toWrite: "directory:write",
  nameOf: ({ person }) => nameOf(person),
  Page: PersonPage,
});

export const { generateMetadata } = page;

/** Everything about one person. */
export default page.render;
