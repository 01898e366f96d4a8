import { z } from "zod";
import { plainLine } from "@/lib/core/schemas/plain-text";

const MAX_PASSWORD = 200;

export const personNameSchema = plainLine(1, 120);

/** A password that a person chooses, in NFC, as it is counted, judged, and hashed. */
export const newPasswordSchema = z.string().normalize("NFC").min(12).max(MAX_PASSWORD);

/** Why a new password was rejected: too short or long, too common, or based on the person's names. */
export const passwordFaults = ["password", "password_common", "password_personal"] as const;

export type PasswordFault = (typeof passwordFaults)[number];

export const nameFormSchema = z.object({
  first_name: personNameSchema,
  last_name: personNameSchema,
});

export const passwordFormSchema = z.object({ password: z.string().optional() });

export const newPasswordFormSchema = passwordFormSchema.extend({ new_password: newPasswordSchema });

/** A form that asks for the person's password and a code of their second factor. */
export const proofFormSchema = passwordFormSchema.extend({ code: z.string().default("") });

/** The outcome of a profile form, as it appears in the page's URL. */
export const profileNotices = [
  "name_saved",
  "name_invalid",
  "password_changed",
  "password_wrong",
  "password_invalid",
  "password_common",
  "password_personal",
  "session_ended",
  "sessions_ended",
  "second_factor_removed",
  "second_factor_kept",
  "recovery_codes_kept",
  "second_factor_on_already",
  "too_many_attempts",
  "provider_linked",
  "provider_taken",
  "provider_unlinked",
] as const;

export type ProfileNotice = (typeof profileNotices)[number];

/** Sections of the profile that a form returns to; URL fragments of the page. */
export const profileSections = [
  "name",
  "password",
  "second-factor",
  "provider",
  "sessions",
] as const;

export type ProfileSection = (typeof profileSections)[number];
