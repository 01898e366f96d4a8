import { ExtensionsScreen } from "@/components/platform/extensions/extensions-screen";
import { directoryClients } from "@/lib/platform/clients/clients";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("extensions");

/** The extensions of all organizations. */
export default listPage({
  name: "extensions",
  of: directoryClients,
  toWrite: "extensions:write",
  Screen: ExtensionsScreen,
});
