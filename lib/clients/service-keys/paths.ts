import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { idSchema } from "@/lib/core/schemas/id-schema";

export const KEYS = "/service/panel/authentication/v1.0/platform/service-keys";
export const TAG = "Service keys";

export const ofKey = z.object({
  client_id: idSchema.meta({ description: "The service key." }),
});

/** The error for an id that belongs to no service key. */
export function noSuchServiceKey(): ServiceError {
  return new ServiceError("not_found", "There is no such service key. List them to see their ids.");
}
