export { decideQuestion as POST } from "@/lib/companies/questions/decide-question";
