export { changePassword as POST } from "@/lib/accounts/change-password";
