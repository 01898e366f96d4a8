export { invitePerson as POST } from "@/lib/tenants/companies/people/invite-person";
