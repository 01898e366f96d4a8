import { ExtensionPage } from "@/components/platform/extensions/extension-page";
import { readExtension } from "@/lib/platform/clients/read-extension";
import { objectPage } from "../../object-page";

const page = objectPage("client_id", {
  kind: "extension",
  operation: readExtension,
  toWrite: "extensions:write",
  nameOf: ({ client }) => client.name,
  Page: ExtensionPage,
});

export const { generateMetadata } = page;

/** Everything about one extension. */
export default page.render;
