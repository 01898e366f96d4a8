export { resendCompanyInvitation as POST } from "@/lib/tenants/companies/people/resend-invitation";
