import { ExtensionsScreen } from "@/components/platform/extensions/extensions-screen";
import { extensionsQuery } from "@/lib/api/client/platform-queries";
import { perform } from "@/lib/operation/perform";
import { directoryClients } from "@/lib/platform/clients/clients";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("extensions");

/** The extensions of all organizations. */
export default listPage({
  name: "extensions",
  operation: directoryClients.list,
  cursors: directoryClients.cursors,
  toWrite: "extensions:write",
  read: async (caller, query) => ({
    ...(await perform(directoryClients.list, { query, caller })),
    shown: {},
  }),
  keyOf: extensionsQuery,
  Screen: ExtensionsScreen,
});
