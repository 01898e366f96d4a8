export { acceptInvitation as POST } from "@/lib/tenants/joining/accept-invitation";
