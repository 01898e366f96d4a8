export { changeCompanyRole as POST } from "@/lib/tenants/companies/people/change-role";
