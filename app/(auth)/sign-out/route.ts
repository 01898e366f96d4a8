export { signOut as POST } from "@/lib/provider/logout/sign-out";
