export { backchannelLogout as POST } from "@/lib/provider/logout/backchannel-logout";
