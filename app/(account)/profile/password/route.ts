export { changePassword as POST } from "@/lib/identity/account/change-password";
