export { endOtherSessions as POST } from "@/lib/accounts/end-other-sessions";
