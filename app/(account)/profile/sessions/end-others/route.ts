export { endOtherSessions as POST } from "@/lib/identity/account/end-other-sessions";
