export { removeExtension as POST } from "@/lib/tenants/companies/remove-extension";
