export { acceptInvitation as POST } from "@/lib/joining/accept-invitation";
