export { removePerson as POST } from "@/lib/tenants/companies/people/remove-person";
