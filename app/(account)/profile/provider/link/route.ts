export { startLink as POST } from "@/lib/provider/link/start-link";
