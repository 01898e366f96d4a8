export { startLink as POST } from "@/lib/platform/provider/link/start-link";
