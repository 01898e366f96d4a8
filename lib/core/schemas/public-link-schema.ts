import { z } from "zod";
import { parsePublicLink } from "@/lib/core/addresses/parse-public-link";
import { asCheck } from "@/lib/core/schemas/as-check";

/** A link that people follow: `https` on a public host. */
export const publicLinkSchema = z.string().superRefine(asCheck(parsePublicLink));
