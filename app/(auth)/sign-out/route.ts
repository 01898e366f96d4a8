export { signOut as POST } from "@/lib/auth/sign-out";
