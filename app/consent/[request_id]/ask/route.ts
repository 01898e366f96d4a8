export { askAnAdmin as POST } from "@/lib/tenants/companies/questions/ask-an-admin";
