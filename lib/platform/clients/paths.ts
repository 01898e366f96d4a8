import { z } from "zod";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { DIRECTORY } from "@/lib/platform/values";

export const CLIENTS = `${DIRECTORY}/clients`;

/** Path of one extension, and prefix of the paths below it. */
export const CLIENT = `${CLIENTS}/{client_id}` as const;

export const STATUS = `${CLIENT}/status` as const;
export const LISTING = `${CLIENT}/listing` as const;

/** Path parameters of one extension. */
export const ofClient = z.object({
  client_id: clientIdSchema.meta({ description: "The extension's API key." }),
});
