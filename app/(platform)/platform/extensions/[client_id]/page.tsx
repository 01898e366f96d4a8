import type { Metadata } from "next";
import { cache } from "react";
import { ExtensionPage } from "@/components/platform/extensions/extension-page";
import { ClientMessages } from "@/components/shell/client-messages";
import { perform } from "@/lib/operation/perform";
import { readExtension } from "@/lib/platform/clients/read-extension";
import { openObject } from "../../open-object";

interface Address {
  params: Promise<{ client_id: string }>;
}

const open = cache((id: string) =>
  openObject({
    path: `/platform/extensions/${id}`,
    permission: readExtension.access.permission,
    toWrite: "extensions:write",
    target: `client:${id}`,
    read: (caller) =>
      perform(readExtension, { params: readExtension.params.parse({ client_id: id }), caller }),
  }),
);

export async function generateMetadata(props: Address): Promise<Metadata> {
  const { object } = await open((await props.params).client_id);
  return { title: object.client.name };
}

/** Everything about one extension. */
export default async function ExtensionObjectPage(props: Address) {
  return (
    <ClientMessages namespaces={["platform", "client"]}>
      <ExtensionPage {...(await open((await props.params).client_id))} />
    </ClientMessages>
  );
}
