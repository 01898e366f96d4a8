export { signedOut as GET } from "@/lib/provider/logout/signed-out";
