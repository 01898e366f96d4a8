import { z } from "zod";
import { idSchema } from "@/lib/core/schemas/id-schema";

export const KEYS = "/service/panel/authentication/v1.0/platform/service-keys";
export const TAG = "Service keys";

export const ofKey = z.object({
  client_id: idSchema.meta({ description: "The service key." }),
});
