export { removePerson as POST } from "@/lib/companies/people/remove-person";
