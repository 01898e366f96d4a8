import { z } from "zod";
import { invitedEmailSchema } from "@/lib/invitations/schemas";
import { companyRoles } from "@/lib/kernel/company-role-values";

/** The form that changes a person's role in a company. */
export const roleFormSchema = z.object({ role: z.enum(companyRoles) });

/** The form that invites a person to a company. */
export const inviteFormSchema = roleFormSchema.extend({ email: invitedEmailSchema });
