export { backchannelLogout as POST } from "@/lib/platform/provider/logout/backchannel-logout";
