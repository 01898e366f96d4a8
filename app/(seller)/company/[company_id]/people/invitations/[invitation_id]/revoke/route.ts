export { revokeCompanyInvitation as POST } from "@/lib/tenants/companies/people/revoke-invitation";
