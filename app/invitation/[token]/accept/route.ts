export { acceptInvitation as POST } from "@/lib/organizations/invitations/accept-invitation";
