export { endSession as POST } from "@/lib/identity/account/end-session";
