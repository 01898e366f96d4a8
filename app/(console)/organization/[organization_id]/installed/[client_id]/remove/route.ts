export { removeInstalled as POST } from "@/lib/organizations/installed/remove-installed";
