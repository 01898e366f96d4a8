export { resendCompanyInvitation as POST } from "@/lib/companies/people/resend-invitation";
