import { z } from "zod";
import { directoryKinds, MAX_FOUND } from "@/lib/directory/search/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { plainLine } from "@/lib/kernel/schemas/plain-text";

const foundSchema = z
  .looseObject({
    kind: z.enum(directoryKinds).meta({ description: "What was found." }),
    id: z.string().meta({ description: "Its id.", example: "6740f1c2a9d34e0b7c51f1aa" }),
    name: z.string().meta({ description: "Its name.", example: "Shipfast" }),
  })
  .meta({ id: "DirectoryMatch" });

/** GET platform/search. */
export const searchDirectoryContract = definePlatformContract({
  operationId: "searchDirectory",
  method: "GET",
  path: "/service/panel/authentication/v1.0/platform/search",
  summary: "Search extensions, organizations, companies, and people",
  description: `Returns up to ${MAX_FOUND} of each kind whose name or id contains the text, for operators in the console.`,
  tag: "Operators",
  platformPermission: "overview:read",
  params: z.object({}),
  query: z.object({
    q: plainLine(1, 120).meta({ description: "Text in a name or an id.", example: "ship" }),
  }),
  success: {
    status: 200,
    description: "What was found.",
    schema: z
      .looseObject({ items: z.array(foundSchema).meta({ description: "By kind." }) })
      .meta({ id: "DirectoryMatches" }),
  },
});
