import { z } from "zod";
import {
  CLIENT_ID,
  EXTERNAL_ID,
  ORGANIZATION_ID,
  readCompanyId,
} from "@/lib/core/schemas/id-forms";

const COMPANY_ID_MESSAGE = "must be an integer from 1 to 9007199254740991";

/** An id of this service: 24 lower-case hex characters. */
export const idSchema = z.string().regex(/^[0-9a-f]{24}$/, "must be 24 lower-case hex characters");

export const organizationIdSchema = z
  .string()
  .regex(ORGANIZATION_ID, "must be 1 to 64 letters, digits, underscores or hyphens");

/** A client's id: the API key. */
export const clientIdSchema = z
  .string()
  .regex(CLIENT_ID, "must be 8 to 64 letters, digits, underscores or hyphens");

/** A person's id at the platform. */
export const externalIdSchema = z
  .string()
  .regex(
    EXTERNAL_ID,
    "must be 1 to 255 printable ASCII characters except space and / ? # % \\ (percent-encoded in a path)",
  );

/** A company's id in a path, as a number. */
export const companyIdInPath = z.string().transform((text, context) => {
  const id = readCompanyId(text);
  if (id !== null) return id;
  context.addIssue(COMPANY_ID_MESSAGE);
  return z.NEVER;
});

/** A company's id in JSON. */
export const companyIdSchema = z.int(COMPANY_ID_MESSAGE).min(1, COMPANY_ID_MESSAGE);
