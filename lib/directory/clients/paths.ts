import { z } from "zod";
import { DIRECTORY } from "@/lib/directory/values";
import { clientIdSchema } from "@/lib/kernel/schemas/id-schema";

export const CLIENTS = `${DIRECTORY}/clients`;

/** Path of one extension, and prefix of the paths below it. */
export const CLIENT = `${CLIENTS}/{client_id}` as const;

export const STATUS = `${CLIENT}/status` as const;
export const LISTING = `${CLIENT}/listing` as const;

/** Path parameters of one extension. */
export const ofClient = z.object({
  client_id: clientIdSchema.meta({ description: "The extension's API key." }),
});
