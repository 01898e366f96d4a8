export { askAnAdmin as POST } from "@/lib/companies/questions/ask-an-admin";
