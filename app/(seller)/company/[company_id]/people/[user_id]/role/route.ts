export { changeCompanyRole as POST } from "@/lib/companies/people/change-role";
