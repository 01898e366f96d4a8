export { removeInstalled as POST } from "@/lib/tenants/organizations/installed/remove-installed";
