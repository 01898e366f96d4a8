export { signOut as POST } from "@/lib/platform/provider/logout/sign-out";
