export { removeExtension as POST } from "@/lib/companies/remove-extension";
