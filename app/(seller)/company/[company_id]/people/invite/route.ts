export { invitePerson as POST } from "@/lib/companies/people/invite-person";
