import { z } from "zod";
import { companyRoles } from "@/lib/core/company-role-values";
import { invitedEmailSchema } from "@/lib/tenants/invitations/schemas";

/** The form that changes a person's role in a company. */
export const roleFormSchema = z.object({ role: z.enum(companyRoles) });

/** The form that invites a person to a company. */
export const inviteFormSchema = roleFormSchema.extend({ email: invitedEmailSchema });
