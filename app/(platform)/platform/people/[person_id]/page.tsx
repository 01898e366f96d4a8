import type { Metadata } from "next";
import { cache } from "react";
import { nameOf } from "@/components/platform/objects";
import { PersonPage } from "@/components/platform/people/person-page";
import { ClientMessages } from "@/components/shell/client-messages";
import { perform } from "@/lib/operation/perform";
import { readPerson } from "@/lib/platform/users/read-person";
import { openObject } from "../../open-object";

interface Address {
  params: Promise<{ person_id: string }>;
}

const open = cache((id: string) =>
  openObject({
    path: `/platform/people/${id}`,
    permission: readPerson.access.permission,
    toWrite: "directory:write",
    target: `user:${id}`,
    read: (caller) =>
      perform(readPerson, { params: readPerson.params.parse({ user_id: id }), caller }),
  }),
);

export async function generateMetadata(props: Address): Promise<Metadata> {
  const { object } = await open((await props.params).person_id);
  return { title: nameOf(object.person) };
}

/** Everything about one person. */
export default async function PersonObjectPage(props: Address) {
  return (
    <ClientMessages namespaces={["platform", "client"]}>
      <PersonPage {...(await open((await props.params).person_id))} />
    </ClientMessages>
  );
}
