import { z } from "zod";
import { directoryKinds } from "@/lib/platform/search/values";

export const foundSchema = z
  .looseObject({
    kind: z.enum(directoryKinds).meta({ description: "What was found." }),
    id: z.string().meta({ description: "Its id.", example: "6740f1c2a9d34e0b7c51f1aa" }),
    name: z.string().meta({ description: "Its name.", example: "Shipfast" }),
  })
  .meta({ id: "DirectoryMatch" });
