import { ExtensionPage } from "@/components/platform/extensions/extension-page";
import { perform } from "@/lib/operation/perform";
import { readExtension } from "@/lib/platform/clients/read-extension";
import { objectPage } from "../../object-page";

const page = objectPage("client_id", {
  kind: "extension",
  permission: readExtension.access.permission,
  toWrite: "extensions:write",
  read: (caller, id) =>
    perform(readExtension, { params: readExtension.params.parse({ client_id: id }), caller }),
  nameOf: ({ client }) => client.name,
  Page: ExtensionPage,
});

export const { generateMetadata } = page;

/** Everything about one extension. */
export default page.render;
