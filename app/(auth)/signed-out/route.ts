export { signedOut as GET } from "@/lib/platform/provider/logout/sign-out";
