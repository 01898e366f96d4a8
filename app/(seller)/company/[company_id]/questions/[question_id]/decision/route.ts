export { decideQuestion as POST } from "@/lib/tenants/companies/questions/decide-question";
