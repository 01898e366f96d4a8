export { endSession as POST } from "@/lib/accounts/end-session";
