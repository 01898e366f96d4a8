export { leaveCompany as POST } from "@/lib/tenants/companies/people/leave-company";
