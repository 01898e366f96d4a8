export { revokeCompanyInvitation as POST } from "@/lib/companies/people/revoke-invitation";
