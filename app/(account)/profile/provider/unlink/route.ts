export { unlinkProvider as POST } from "@/lib/platform/provider/link/unlink-provider";
