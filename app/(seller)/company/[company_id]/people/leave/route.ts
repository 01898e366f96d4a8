export { leaveCompany as POST } from "@/lib/companies/people/leave-company";
